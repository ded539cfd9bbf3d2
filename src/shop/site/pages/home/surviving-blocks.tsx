import { Children, Component, type ReactNode, Suspense } from 'react'

/**
 * Blocks of which one that throws while it is rendered is left out and harms no other. On the server the suspense around it gives way, in the browser
 * the boundary does; both have told of the error by then (React writes it to the log or the console).
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
