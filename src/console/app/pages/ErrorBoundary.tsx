import { Component, type ReactNode } from 'react';
import { forgetUnwatched } from '../../data/poll';
import { Failure } from './Failure';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly hasFailed: boolean;
}

/** The screen reads its data again and is rendered again after this time, which succeeds if the cause of the error is gone. */
const retryAfterMs = 10_000;

/** Replaces a screen that throws with an error message and a retry button. The shell around it keeps working. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };
  #timer: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#retry, retryAfterMs);
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
