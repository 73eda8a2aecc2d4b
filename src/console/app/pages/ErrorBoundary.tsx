import { Component, type ReactNode } from 'react';
import { forgetUnwatched } from '../../data/poll';
import { t } from '../../i18n/translate';
import { Icon } from '../../ui/Icon';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly hasFailed: boolean;
}

/** The screen reads its data again and is rendered again after this time, which succeeds if the cause of the error is gone. */
const retryAfterMs = 10_000;
/** Where the browser refused a change of the page, somebody else had changed it: drawn again, it works. */
const foreignRetryMs = 1_000;

/** Replaces a screen that throws with an error message and a retry button. The shell around it keeps working. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };
  #timer: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    clearTimeout(this.#timer);
    const isForeign = error instanceof DOMException;
    this.#timer = setTimeout(this.#retry, isForeign ? foreignRetryMs : retryAfterMs);
  }

  override componentWillUnmount(): void {
    clearTimeout(this.#timer);
  }

  #retry = (): void => {
    clearTimeout(this.#timer);
    forgetUnwatched();
    this.setState({ hasFailed: false });
  };

  override render(): ReactNode {
    return this.state.hasFailed ? <Failure retry={this.#retry} /> : this.props.children;
  }
}

/** A screen has failed: what happened, and what the user can do. */
function Failure({ retry }: { readonly retry: () => void }) {
  return (
    <div className="sheet">
      <section role="alert">
        <div className="note err">
          <Icon name="warn" />
          <div>
            <h1>{t('common.screenFailed')}</h1>
            <p>{t('common.screenFailedHint')}</p>
          </div>
        </div>
        <div className="row">
          <button type="button" className="keep" onClick={retry}>
            {t('common.retry')}
          </button>
          <button type="button" className="keep o" onClick={() => location.reload()}>
            {t('common.reload')}
          </button>
        </div>
      </section>
    </div>
  );
}
