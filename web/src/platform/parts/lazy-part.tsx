import { Alert, Button } from '@mantine/core'
import { useNetwork, useWindowEvent } from '@mantine/hooks'
import { Component, type ComponentType, lazy, type ReactNode } from 'react'
import { ChunkLoadError, loadChunk, restoreStyles } from './load-chunk.ts'
import { t } from '#platform/texts.ts'

interface FailureProps {
  message: string
  /** Loads the part again in its place; undefined after that has failed, as some browsers remember a failed import. */
  onRetry: (() => void) | undefined
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
  const create = (importer: () => Promise<ComponentType<P>>) =>
    lazy(async () => ({ default: await importer() })) as unknown as ComponentType<P>
  let Part = create(loadChunk(id, load))
  const loadAgain = loadChunk(id, async () => {
    await restoreStyles()
    return load()
  })
  const renew = (): void => {
    Part = create(loadAgain)
  }
  return function LazyPart(props) {
    return <PartBoundary Failure={Failure} renew={renew} renderPart={() => <Part {...props} />} />
  }
}

function PartFailure({ message, onRetry }: FailureProps) {
  const { online } = useNetwork()
  useWindowEvent('online', () => onRetry?.())
  return (
    <Alert role="alert" color="red" title={message} ref={showOnce}>
      <p>{adviceOf(online, onRetry !== undefined)}</p>
      <Button variant="default" size="compact-sm" disabled={!online} onClick={onRetry ?? (() => location.reload())}>
        {onRetry === undefined ? t('ui.reload') : t('ui.try-again')}
      </Button>
    </Alert>
  )
}

/** What was pressed may be far from where the part would be. */
function showOnce(failure: HTMLElement | null): void {
  failure?.scrollIntoView({ block: 'nearest' })
}

function adviceOf(online: boolean, mayRetry: boolean): string {
  if (!online) return t('ui.part.offline')
  return mayRetry ? t('ui.part.retry') : t('ui.part.reload')
}

interface BoundaryProps {
  Failure: ComponentType<FailureProps>
  renew: () => void
  renderPart: () => ReactNode
}

interface BoundaryState {
  error?: ChunkLoadError | undefined
  /** A retry with a network is under way, or has failed. */
  retried?: boolean
}

/** Catches the load error of a part; other errors pass. React needs a class here. */
class PartBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {}

  static getDerivedStateFromError(error: unknown): BoundaryState {
    if (error instanceof ChunkLoadError) return { error }
    throw error
  }

  readonly retry = (): void => {
    this.props.renew()
    this.setState({ error: undefined, retried: true })
  }

  override render(): ReactNode {
    const { error, retried } = this.state
    const { Failure, renderPart } = this.props
    if (error === undefined) return renderPart()
    return (
      <Failure message={t('ui.part.failed', { id: error.id })} onRetry={retried === true ? undefined : this.retry} />
    )
  }
}
