import { act, renderHook, waitFor } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { useAction } from './use-action.ts'

function start(options: { once?: boolean; fails?: boolean } = {}) {
  const started: string[] = []
  const client = new QueryClient()
  const hook = renderHook(
    () =>
      useAction({
        once: options.once ?? false,
        mutationFn: async (given: string) => {
          started.push(given)
          if (options.fails === true) throw new Error('no')
          return given
        },
      }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  )
  return { started, ...hook }
}

describe('an action', () => {
  it('that is started twice before the next render happens once', async () => {
    const { result, started } = start()

    act(() => {
      result.current.mutate('first')
      result.current.mutate('second')
    })

    await waitFor(() => expect(result.current.isSuccess).toBe(true))
    expect(started).toEqual(['first'])
  })

  it('can be started again once it worked', async () => {
    const { result, started } = start()
    act(() => result.current.mutate('first'))
    await waitFor(() => expect(result.current.isSuccess).toBe(true))

    act(() => result.current.mutate('second'))

    await waitFor(() => expect(started).toEqual(['first', 'second']))
  })

  it('of a form that is done is not started again, until the form is used again', async () => {
    const { result, started } = start({ once: true })
    act(() => result.current.mutate('first'))
    await waitFor(() => expect(result.current.isSuccess).toBe(true))

    act(() => result.current.mutate('again'))
    act(() => result.current.reset())
    act(() => result.current.mutate('again'))

    await waitFor(() => expect(started).toEqual(['first', 'again']))
  })

  it('that failed can be tried again', async () => {
    const { result, started } = start({ once: true, fails: true })
    act(() => result.current.mutate('first'))
    await waitFor(() => expect(result.current.isError).toBe(true))

    act(() => result.current.mutate('second'))

    await waitFor(() => expect(started).toEqual(['first', 'second']))
  })
})
