import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useObjectUrl } from './use-object-url.ts'

it('the address of a file lives as long as the file is shown', () => {
  // jsdom has no addresses for files.
  const open = new Set<string>()
  let made = 0
  vi.stubGlobal(
    'URL',
    Object.assign(class extends URL {}, {
      createObjectURL: () => {
        const url = `blob:${(made += 1)}`
        open.add(url)
        return url
      },
      revokeObjectURL: (url: string) => void open.delete(url),
    }),
  )
  const [first, second] = [new File(['1'], 'one.png'), new File(['2'], 'two.png')]

  const hook = renderHook(({ file }: { file: File | undefined }) => useObjectUrl(file), {
    initialProps: { file: first },
  })
  expect([hook.result.current, [...open]]).toEqual(['blob:1', ['blob:1']])
  hook.rerender({ file: second })
  expect([hook.result.current, [...open]]).toEqual(['blob:2', ['blob:2']])
  hook.unmount()
  expect([...open]).toEqual([])
  vi.unstubAllGlobals()
})
