import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import { renderPart } from '#testing/render-part.tsx'
import { PhoneInput } from './phone-input.tsx'

// A busy machine may take longer to load them than a test waits.
beforeAll(async () => {
  await import('./formatted-input.tsx')
})

const user = userEvent.setup()

/** A form around the input, which shows its value. */
function Form({ start = '' }: { start?: string }) {
  const [phone, setPhone] = useState(start)
  return (
    <>
      <PhoneInput label="Phone number" value={phone} onChange={setPhone} />
      <output>{phone}</output>
      <button type="button" onClick={() => setPhone('+46701234567')}>
        Use mine
      </button>
    </>
  )
}

const input = () => screen.findByLabelText<HTMLInputElement>('Phone number')
const country = () => screen.getByLabelText<HTMLSelectElement>('Country')
const shown = () => screen.getByRole('status').textContent

describe('the phone input', () => {
  // spec 1-2-97, 1-9-38, 2-2-84, 2-5-33, 2-9-05, 2-9-06
  it('begins with the United States, offers 19 countries with their dial codes and takes 20 characters', async () => {
    renderPart(<Form />)

    expect((await input()).maxLength).toBe(20)
    expect(country().value).toBe('US')
    expect(country().options.length).toBe(19)
    expect(country().selectedOptions[0]?.text).toBe('United States +1')
  })

  // spec 2-5-34
  it('writes the number the way of its country while it is typed', async () => {
    renderPart(<Form />)

    await user.type(await input(), '4155550123')

    expect((await input()).value).toBe('(415) 555-0123')
    expect(shown()).toBe('+14155550123')
  })

  it('writes it again when another country is chosen', async () => {
    renderPart(<Form />)
    await user.type(await input(), '0701234567')

    await user.selectOptions(country(), 'SE')

    expect((await input()).value).toBe('070-123 45 67')
    expect(shown()).toBe('+46701234567')
  })

  it('takes the country of a number that is pasted with it', async () => {
    renderPart(<Form start="+14155550123" />)

    await user.click(await input())
    await user.paste('+46 (0)70-123 45 67')

    expect(country().value).toBe('SE')
    expect((await input()).value).toBe('070-123 45 67')
    expect(shown()).toBe('+46701234567')
  })

  it('can be corrected in the middle', async () => {
    renderPart(<Form start="+14155550123" />)
    const field = await input()

    await user.type(field, '{Backspace}9', { initialSelectionStart: '(415'.length, initialSelectionEnd: '(415'.length })

    expect(field.value).toBe('(419) 555-0123')
    expect(field.selectionStart).toBe('(419'.length)
  })

  it('deletes a digit where only format is before the caret', async () => {
    renderPart(<Form start="+14155550123" />)
    const field = await input()

    await user.type(field, '{Backspace}', {
      initialSelectionStart: '(415)'.length,
      initialSelectionEnd: '(415)'.length,
    })

    expect(shown()).toBe('+1415550123')
    expect(field.selectionStart).toBe('(41'.length)
  })

  it('shows a number that is given from outside', async () => {
    renderPart(<Form start="+14155550123" />)
    expect((await input()).value).toBe('(415) 555-0123')

    await user.click(screen.getByRole('button', { name: 'Use mine' }))

    expect(country().value).toBe('SE')
    expect((await input()).value).toBe('070-123 45 67')
  })

  it('is empty again when all is deleted', async () => {
    renderPart(<Form start="+14155550123" />)

    await user.clear(await input())

    expect(shown()).toBe('')
  })
})
