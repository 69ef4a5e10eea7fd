import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { renderPart } from '#testing/render-part.tsx'
import { CopyText } from './copy-text.tsx'

function open(text = 'fw_secret') {
  const user = userEvent.setup()
  const kept: string[] = []
  renderPart(
    <CopyText text={text} onCopied={() => kept.push(text)}>
      {({ copied, copy }) => <button onClick={copy}>{copied ? 'Copied' : 'Copy'}</button>}
    </CopyText>,
  )
  return { user, kept }
}

const clipboard = Object.getOwnPropertyDescriptor(navigator, 'clipboard')

function offer(value: Pick<Clipboard, 'writeText'> | undefined): void {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value })
}

afterEach(() => {
  if (clipboard === undefined) Reflect.deleteProperty(navigator, 'clipboard')
  else Object.defineProperty(navigator, 'clipboard', clipboard)
})

describe('a button that copies', () => {
  it('copies, says so, and the text counts as kept', async () => {
    const { user, kept } = open()
    const written: string[] = []
    offer({ writeText: async (text) => void written.push(text) })

    await user.click(screen.getByRole('button', { name: 'Copy' }))

    expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined()
    expect([written, kept]).toEqual([['fw_secret'], ['fw_secret']])
  })

  for (const [where, offered] of [
    ['without HTTPS', undefined],
    ['where the browser refuses', { writeText: () => Promise.reject(new Error('NotAllowedError')) }],
  ] as const)
    it(`selects the text ${where}, and the text counts as kept only once the person has copied it`, async () => {
      const { user, kept } = open()
      offer(offered)

      await user.click(screen.getByRole('button', { name: 'Copy' }))

      const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text to copy' })
      expect(screen.getByRole('alert').textContent).toContain('copy it yourself')
      await waitFor(() => expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'fw_secret'.length]))
      expect(document.activeElement).toBe(field)
      expect(kept).toEqual([])

      field.setSelectionRange(0, 3)
      fireEvent.copy(field)
      expect(kept).toEqual([])

      await user.click(screen.getByRole('button', { name: 'Copy' }))
      fireEvent.copy(field)
      expect(kept).toEqual(['fw_secret'])
    })
})

describe('the sources of the app', () => {
  const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.test.{ts,tsx}', '!/src/testing/**'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })

  it('copy by this component alone', () => {
    const others = Object.entries(sources)
      .filter(([file]) => file !== '/src/ui/components/copy-text.tsx')
      .filter(([, text]) => /\bCopyButton\b|useClipboard|navigator\.clipboard|execCommand/.test(text))
      .map(([file]) => file)

    expect(Object.keys(sources).length).toBeGreaterThan(500)
    expect(others).toEqual([])
  })
})
