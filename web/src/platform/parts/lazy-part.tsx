import { Alert, Button } from '@mantine/core'
import { Component, type ComponentType, lazy, type ReactNode } from 'react'
import { ChunkLoadError, loadChunk } from './load-chunk.ts'

interface FailureProps {
  message: string
}

/**
 * A component that is loaded when first shown; render it in a `Suspense`. If it fails to load, `Failure` takes its place and the
 * rest of the page works. `id` names the part in messages.
 */
export function lazyPart<P extends object>(
  id: string,
  load: () => Promise<ComponentType<P>>,
  Failure: ComponentType<FailureProps> = PartFailure,
): ComponentType<P> {
  const importer = loadChunk(id, load)
  const Part = lazy(async () => ({ default: await importer() })) as unknown as ComponentType<P>
  return function LazyPart(props) {
    return (
      <PartBoundary Failure={Failure}>
        <Part {...props} />
      </PartBoundary>
    )
  }
}

function PartFailure({ message }: FailureProps) {
  return (
    <Alert role="alert" color="red" title={message}>
      <p>A part of the portal did not arrive. Check your connection, then reload the page.</p>
      <Button variant="default" size="compact-sm" onClick={() => location.reload()}>
        Reload
      </Button>
    </Alert>
  )
}

interface BoundaryProps {
  Failure: ComponentType<FailureProps>
  children: ReactNode
}

/** Catches the load error of a part; other errors pass. React needs a class here. */
class PartBoundary extends Component<BoundaryProps, { error?: ChunkLoadError }> {
  override state: { error?: ChunkLoadError } = {}

  static getDerivedStateFromError(error: unknown): { error: ChunkLoadError } {
    if (error instanceof ChunkLoadError) return { error }
    throw error
  }

  override render(): ReactNode {
    const { error } = this.state
    const { Failure, children } = this.props
    return error === undefined ? children : <Failure message={error.message} />
  }
}
