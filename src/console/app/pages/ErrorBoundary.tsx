import { Component, type ReactNode } from 'react';
import { Failure } from './Failure';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly hasFailed: boolean;
}

/** Another try by itself, which succeeds once what made it fail is over. */
const retryAfterMs = 10_000;

/** A screen that throws is replaced by what happened and another try; the shell around it goes on. */
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
    this.setState({ hasFailed: false });
  };

  override render(): ReactNode {
    return this.state.hasFailed ? <Failure retry={this.#retry} /> : this.props.children;
  }
}
