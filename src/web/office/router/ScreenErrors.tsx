import { Component, type ReactNode } from 'react';
import { type Location, useLocation } from 'react-router';
import { ErrorPage } from './ErrorPage.tsx';

/** Shows a page in place of one that failed, until its user goes to another. */
export function ScreenErrors({ children }: { children: ReactNode }) {
  return <Boundary location={useLocation()}>{children}</Boundary>;
}

type BoundaryProps = { location: Location; children: ReactNode };
type BoundaryState = { at: Location | undefined; failed: boolean };

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { at: undefined, failed: false };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): Partial<BoundaryState> {
    return state.at === props.location ? {} : { at: props.location, failed: false };
  }

  override render() {
    return this.state.failed ? <ErrorPage /> : this.props.children;
  }
}
