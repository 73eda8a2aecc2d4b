import { Component, type ReactNode } from 'react';
import { Failure } from './Failure';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly hasFailed: boolean;
}

/** A screen that throws is replaced by what happened and another try; the shell around it goes on. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return <Failure retry={() => this.setState({ hasFailed: false })} />;
  }
}
