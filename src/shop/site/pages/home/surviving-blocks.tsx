import { Children, Component, type ReactNode, Suspense } from 'react'

/**
 * A block that throws while it is rendered is left out, and the others stay. On the server the Suspense boundary catches the error, in the browser
 * the error boundary does; React has written the error to the log or the console by then.
 */
export function SurvivingBlocks({ children }: { children: ReactNode }) {
  return Children.map(children, (block) => (
    <BlockBoundary>
      <Suspense fallback={null}>{block}</Suspense>
    </BlockBoundary>
  ))
}

class BlockBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
