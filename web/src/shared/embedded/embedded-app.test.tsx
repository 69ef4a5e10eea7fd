import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { EmbeddedApp, type EmbeddedAppHandle } from './embedded-app.tsx'

const URL = 'https://valves.example/app'

function open(props: Partial<Parameters<typeof EmbeddedApp>[0]> = {}) {
  const heard: unknown[] = []
  const events: string[] = []
  const ref = createRef<EmbeddedAppHandle>()
  render(
    <MantineProvider env="test">
      <EmbeddedApp
        title="Valves"
        url={URL}
        parameters={{ appId: 'valves', dataID: 'tank-1' }}
        onMessage={(message) => heard.push(message)}
        onLoad={() => events.push('load')}
        onError={(failure) => events.push(failure)}
        ref={ref}
        {...props}
      />
    </MantineProvider>,
  )
  return { heard, events, ref }
}

const frame = () => screen.getByTitle<HTMLIFrameElement>('Valves')

/** What the frame is sent, from now on. */
function listen(): { message: unknown; target: unknown }[] {
  const posted: { message: unknown; target: unknown }[] = []
  const inside = frame().contentWindow
  if (inside === null) throw new Error('the frame has no window')
  Object.defineProperty(inside, 'postMessage', {
    value: (message: unknown, target: unknown) => posted.push({ message, target }),
  })
  return posted
}

function say(data: unknown, { origin = 'https://valves.example', source = frame().contentWindow } = {}): void {
  act(() => void window.dispatchEvent(new MessageEvent('message', { data, origin, source })))
}

afterEach(() => vi.useRealTimers())

describe('an embedded application', () => {
  // spec 1-2-130, 1-2-131, 1-9-39
  it('is a sandboxed frame of the app, which gets its ids', () => {
    open()

    expect(frame().getAttribute('sandbox')).toBe('allow-scripts allow-same-origin')
    expect(frame().src).toBe('https://valves.example/app?appId=valves&dataID=tank-1')
  })

  it('has another sandbox when one is given', () => {
    open({ sandbox: 'allow-scripts' })

    expect(frame().getAttribute('sandbox')).toBe('allow-scripts')
  })

  // spec 1-2-135
  it('says that it has loaded, and where it is', () => {
    const { events } = open()
    const posted = listen()
    fireEvent.load(frame())

    expect(events).toEqual(['load'])
    expect(posted).toEqual([
      {
        message: { type: 'fieldwatch/context', appId: 'valves', dataID: 'tank-1', colorScheme: 'light' },
        target: 'https://valves.example',
      },
    ])
  })

  // spec 1-2-135
  it('answers an app that says that it is ready', () => {
    const { heard } = open()
    fireEvent.load(frame())
    const posted = listen()
    say({ type: 'fieldwatch/ready' })

    expect(posted).toHaveLength(1)
    expect(heard).toEqual([{ type: 'fieldwatch/ready' }])
  })

  it('may be ready before everything of it has loaded', () => {
    open()
    const posted = listen()
    say({ type: 'fieldwatch/ready' })

    expect(posted).toHaveLength(1)
  })

  // spec 1-2-134
  it('passes messages on to the app, to its origin only', () => {
    const { ref } = open()
    fireEvent.load(frame())
    const posted = listen()
    ref.current?.send({ reading: 7 })

    expect(posted).toEqual([{ message: { reading: 7 }, target: 'https://valves.example' }])
  })

  // spec 1-2-133
  it('hears nothing that does not come from its own frame and origin', () => {
    const { heard } = open()
    fireEvent.load(frame())
    say('other window', { source: window })
    say('other origin', { origin: 'https://elsewhere.example' })
    say('no origin', { origin: 'null' })
    say('the app')

    expect(heard).toEqual(['the app'])
  })

  it('is as tall as the app asks, within reason', () => {
    open()
    fireEvent.load(frame())
    say({ type: 'fieldwatch/height', height: 812.2 })
    const asked = frame().style.height
    say({ type: 'fieldwatch/height', height: 1e9 })

    expect(asked).toBe('813px')
    expect(frame().style.height).toBe('10000px')
  })

  // spec 1-2-135
  it('says so when the app does not answer, and tries again when asked', () => {
    vi.useFakeTimers()
    const { events } = open()
    act(() => void vi.advanceTimersByTime(30_000))
    const posted = screen.getByText('The application can’t be opened')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))

    expect(posted).toBeDefined()
    expect(events).toEqual(['silent'])
    expect(frame().src).toContain('valves.example')
  })

  it('says so when the page was opened before the app was added', () => {
    const { events } = open()
    const violation = Object.assign(new Event('securitypolicyviolation'), {
      effectiveDirective: 'frame-src',
      blockedURI: 'https://valves.example/app',
    })
    act(() => void document.dispatchEvent(violation))

    expect(events).toEqual(['blocked'])
    expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined()
  })

  it('opens nothing of our own origin that was not made for it', () => {
    open({ url: '/dashboard' })

    expect(screen.getByRole('alert').textContent).toContain('not allowed here')
    expect(screen.queryByTitle('Valves')).toBeNull()
  })
})
