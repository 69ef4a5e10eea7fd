import type { texts } from '@fieldwatch/messages/embedded/en'
import { Anchor, Button, Skeleton, Stack, Text, useComputedColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react'
import classes from './embedded-app.module.css'
import { OWN_PAGES } from '@fieldwatch/contract/people/apps'
import { defineTexts } from '#platform/texts/define-texts.ts'

const t = defineTexts<typeof texts>(import.meta.glob('/../messages/src/embedded/??.*'))

/** What a frame may do by default (specification, document 1, section 2). */
const DEFAULT_SANDBOX = 'allow-scripts allow-same-origin'

/** An app that has not loaded by then does not answer. */
const LOAD_TIMEOUT_MS = 30_000

export interface EmbeddedAppHandle {
  /** Sends a message to the app. */
  send: (message: unknown) => void
}

interface EmbeddedAppProps {
  /** What the frame shows, for those who cannot see it. */
  title: string
  /** Where the app runs. */
  url: string
  parameters: AppParameters
  sandbox?: string
  /** Called with messages from the frame itself and from the app's origin. */
  onMessage?: (message: unknown) => void
  onLoad?: () => void
  onError?: (reason: FrameFailure) => void
  ref?: Ref<EmbeddedAppHandle>
}

/**
 * Why the app cannot be shown: its address is not allowed, the page's content policy is older than the app, or it does not
 * answer.
 */
type FrameFailure = 'refused' | 'blocked' | 'silent'

/** An application in a sandboxed frame. It gets its place, and may send and receive messages. */
export function EmbeddedApp({ url, parameters, ...rest }: EmbeddedAppProps) {
  const { appId, dataID } = parameters
  const [attempt, setAttempt] = useState(0)
  const source = useMemo(
    () => frameSource(url, dataID === undefined ? { appId } : { appId, dataID }, window.location.origin),
    [url, appId, dataID],
  )
  if (source === undefined) return <FrameNote failure="refused" />
  const key = `${source.src} ${attempt}`
  return <Frame key={key} source={source} parameters={parameters} onAgain={() => setAttempt(attempt + 1)} {...rest} />
}

interface FrameProps extends Omit<EmbeddedAppProps, 'url'> {
  source: FrameSource
  onAgain: () => void
}

function Frame(props: FrameProps) {
  const { title, source, parameters, sandbox = DEFAULT_SANDBOX, onMessage, onLoad, onError, onAgain, ref } = props
  const { appId, dataID } = parameters
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<'loading' | 'ready' | FrameFailure>('loading')
  const [height, setHeight] = useState<number>()
  const colorScheme = useComputedColorScheme('light')

  const send = (message: unknown) => {
    // Before that the frame holds an empty page of our own.
    if (state === 'ready') frame.current?.contentWindow?.postMessage(message, source.origin)
  }
  useImperativeHandle(ref, () => ({ send }))

  const sendContext = useEffectEvent((scheme: AppContext['colorScheme'] = colorScheme) => {
    const context: AppContext = { type: 'fieldwatch/context', appId, colorScheme: scheme }
    send(dataID === undefined ? context : { ...context, dataID })
  })
  const fail = useEffectEvent((failure: FrameFailure) => {
    setState(failure)
    onError?.(failure)
  })
  const receive = useEffectEvent(({ data, origin, source: sender }: MessageEvent) => {
    if (sender === null || sender !== frame.current?.contentWindow || origin !== source.origin) return
    const message = readAppMessage(data)
    if (message?.type === 'fieldwatch/ready') {
      if (state === 'ready') sendContext()
      // The app is loaded, even if parts still load.
      else setState('ready')
    }
    if (message?.type === 'fieldwatch/height') setHeight(message.height)
    onMessage?.(data)
  })

  useEffect(() => {
    const listener = (event: MessageEvent) => receive(event)
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])

  useEffect(() => {
    // The content policy of a page that was opened before the app was added does not allow it.
    const listener = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && blockedURI.startsWith(source.origin)) fail('blocked')
    }
    document.addEventListener('securitypolicyviolation', listener)
    return () => document.removeEventListener('securitypolicyviolation', listener)
  }, [source])

  useEffect(() => {
    if (state !== 'loading') return undefined
    const timer = setTimeout(() => fail('silent'), LOAD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [state])

  useEffect(() => {
    if (state === 'ready') sendContext(colorScheme)
  }, [state, colorScheme])

  if (state !== 'loading' && state !== 'ready') {
    return <FrameNote failure={state} address={source.src} onAgain={onAgain} />
  }
  return (
    <div
      className={classes['place']}
      data-own={source.origin === window.location.origin}
      aria-busy={state === 'loading'}
    >
      {state === 'loading' && <Skeleton className={classes['waiting'] ?? ''} />}
      <iframe
        ref={frame}
        title={title}
        src={source.src}
        sandbox={sandbox}
        // A page that scrolls with nothing else to focus on is scrolled by the keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={classes['frame']}
        style={height === undefined ? undefined : { height }}
        onLoad={() => {
          setState('ready')
          onLoad?.()
        }}
      />
    </div>
  )
}

/** Shown instead of an app that cannot be opened. */
function FrameNote({ failure, address, onAgain }: { failure: FrameFailure; address?: string; onAgain?: () => void }) {
  return (
    <Stack role="alert" align="center" justify="center" gap="sm" className={classes['note'] ?? ''}>
      <Text fw={600}>{t('embedded.failed')}</Text>
      <Text c="dimmed">{t(`embedded.failed.${failure}`)}</Text>
      {failure === 'blocked' && <Button onClick={() => window.location.reload()}>{t('embedded.reload')}</Button>}
      {failure === 'silent' && (
        <>
          <Button onClick={onAgain}>{t('embedded.try-again')}</Button>
          <Anchor href={address} target="_blank" rel="noopener noreferrer">
            {t('embedded.new-tab')}
          </Anchor>
        </>
      )}
    </Stack>
  )
}

/** What an app and the portal say to each other; `docs/reference/apps.md` describes it for authors of apps. */
type AppMessage =
  /** The app listens from now on, and wants to know where it is. */
  | { type: 'fieldwatch/ready' }
  /** How tall the app would like its frame, in pixels. */
  | { type: 'fieldwatch/height'; height: number }

interface AppContext {
  type: 'fieldwatch/context'
  appId: string
  dataID?: string
  colorScheme: 'light' | 'dark'
}

/** A frame is not made taller than this, whatever its app asks for. */
const MAX_HEIGHT = 10_000

/** Reads a message of an app; undefined for one that is not ours to answer. */
function readAppMessage(data: unknown): AppMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined
  if (data.type === 'fieldwatch/ready') return { type: data.type }
  if (data.type !== 'fieldwatch/height' || !('height' in data) || typeof data.height !== 'number') return undefined
  return data.height > 0 ? { type: data.type, height: Math.min(MAX_HEIGHT, Math.ceil(data.height)) } : undefined
}

/** What an app gets by its address. */
interface AppParameters {
  readonly appId: string
  /** The unit on whose page the app is open. */
  readonly dataID?: string
}

interface FrameSource {
  readonly src: string
  /** Messages are accepted only from this origin, and sent only to it. */
  readonly origin: string
}

/**
 * The address that a frame opens for an app; undefined for one that must not be opened: what is no web address, and what is
 * of our own origin without being one of our pages, because there a script could undo its sandbox.
 */
export function frameSource(url: string, parameters: AppParameters, ownOrigin: string): FrameSource | undefined {
  if (!URL.canParse(url, ownOrigin)) return undefined
  const address = new URL(url, ownOrigin)
  if (address.protocol !== 'https:' && address.protocol !== 'http:') return undefined
  if (address.origin === ownOrigin && !OWN_PAGES.some((page) => page === address.pathname)) return undefined
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, String(value))
  return { src: address.href, origin: address.origin }
}
