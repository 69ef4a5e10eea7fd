import { type Answer, answerTo, failure } from '#testing/answers.ts'
import { requestVerification, verifyCode, cancelVerification } from '@fieldwatch/contract/people/phone-verification'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useState } from 'react'
import { renderPart } from '#testing/render-part.tsx'
import { VerifyPhoneDialog } from './verify-phone-dialog.tsx'

// A busy machine may take longer to load them than a test waits.
beforeAll(async () => {
  await import('./verification-dialog.tsx')
  await import('#ui/phone-input/formatted-input.tsx')
})
beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => vi.useRealTimers())

const user = userEvent.setup({ advanceTimers: (milliseconds) => vi.advanceTimersByTime(milliseconds) })

/** What a page does with the dialog. */
function Page({ phone = '' }: { phone?: string }) {
  const [opened, setOpened] = useState(true)
  const [verified, setVerified] = useState('nothing')
  return (
    <>
      <output aria-label="verified">{verified}</output>
      <output aria-label="dialog">{opened ? 'open' : 'closed'}</output>
      <button type="button" onClick={() => setOpened(true)}>
        Verify again
      </button>
      <VerifyPhoneDialog opened={opened} phone={phone} onClose={() => setOpened(false)} onVerified={setVerified} />
    </>
  )
}

/** Answers each request for a code with the next id. */
function requests(...ids: string[]) {
  return () => ({ request_id: ids.shift() ?? 'none' })
}

const agree = async () => {
  await user.click(await screen.findByLabelText(/privacy policy/))
  await user.click(screen.getByLabelText(/terms of use/))
}
const sendCode = () => user.click(screen.getByRole('button', { name: 'Send Code' }))
const digit = (number: number) => screen.findByLabelText<HTMLInputElement>(`Digit ${number} of 4`)

/** Gets as far as the code entry. */
async function askForCode(given: { routes?: readonly Answer[] } = {}) {
  const view = renderPart(<Page phone="+14155550123" />, {
    routes: [answerTo(requestVerification, requests('first', 'second')), ...(given.routes ?? [])],
  })
  await agree()
  await sendCode()
  await digit(1)
  return view
}

describe('the terms', () => {
  // spec 2-2-83, 2-2-84
  it('begin with the number that is given, and lead to the pages that one agrees to', async () => {
    renderPart(<Page phone="+14155550123" />)

    expect((await screen.findByLabelText<HTMLInputElement>('Phone number')).value).toBe('(415) 555-0123')
    expect(screen.getByRole('link', { name: 'privacy policy' }).getAttribute('href')).toBe('/privacy-policy')
    expect(screen.getByRole('link', { name: 'terms of use' }).getAttribute('href')).toBe('/terms-of-use')
  })

  // spec 2-5-32, 2-5-35, 2-8-20
  it('send nothing without both agreements and a number, and say what is missing', async () => {
    const { seen } = renderPart(<Page />)
    await user.type(await screen.findByLabelText('Phone number'), '555012')

    await sendCode()

    expect(screen.getByText('Please enter a valid phone number')).toBeDefined()
    expect(screen.getByText('Please agree to the privacy policy')).toBeDefined()
    expect(screen.getByText('Please agree to the terms of use')).toBeDefined()
    await user.type(screen.getByLabelText('Phone number'), '3456')
    await user.click(screen.getByLabelText(/terms of use/))
    await sendCode()
    expect(screen.queryByText('Please enter a valid phone number')).toBeNull()
    expect(seen).toEqual([])
  })

  it('say when too many codes were sent, and keep what was entered', async () => {
    renderPart(<Page phone="+14155550123" />, {
      routes: [answerTo(requestVerification, () => failure('phone/too-many-codes', { retryAfterSeconds: 1500 }))],
    })
    await agree()

    await sendCode()

    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Too many codes were sent. Please try again in 25 minutes.')
    expect(screen.getByLabelText<HTMLInputElement>(/privacy policy/).checked).toBe(true)
  })

  // spec 2-8-22
  it('say when the portal cannot be reached', async () => {
    renderPart(<Page phone="+14155550123" />, {
      routes: [answerTo(requestVerification, () => new TypeError('offline'))],
    })
    await agree()

    await sendCode()

    expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached')
  })
})

describe('the code entry', () => {
  // spec 2-5-36, 2-9-04
  it('says how many digits the boxes need, and of which number', async () => {
    const { seen } = await askForCode()

    expect(screen.getByText('Enter the 4 digits of the code that we sent to +1 415 555 0123')).toBeDefined()
    expect(screen.getAllByLabelText(/^Digit/).length).toBe(4)
    expect(seen.map(({ body }) => body)).toEqual([{ phoneNumber: '+14155550123' }])
  })

  // spec 2-2-85, 2-5-37
  it('takes digits only, one a box, and enters the code with the last one', async () => {
    const { seen, me } = await askForCode({ routes: [answerTo(verifyCode, () => ({ phone: '+14155550123' }))] })

    await user.type(await digit(1), '1x2 34')

    expect(await screen.findByText('+1 415 555 0123 is verified.')).toBeDefined()
    expect(seen.at(-1)?.body).toEqual({ phoneNumber: '+14155550123', requestID: 'first', code: '1234' })
    expect(me()?.phone).toBe('+14155550123')
  })

  // spec 2-5-38
  it('takes a code that is pasted', async () => {
    const { seen } = await askForCode({ routes: [answerTo(verifyCode, () => ({ phone: '+14155550123' }))] })

    await user.click(await digit(1))
    await user.paste('0473')

    await screen.findByText('+1 415 555 0123 is verified.')
    expect(seen.at(-1)?.body).toMatchObject({ code: '0473' })
  })

  // spec 2-8-10
  it('says of a wrong code that it is invalid, and empties the boxes for the next', async () => {
    await askForCode({ routes: [answerTo(verifyCode, () => failure('phone/code-invalid'))] })

    await user.type(await digit(1), '1234')

    expect((await screen.findByRole('alert')).textContent).toBe('The sentence of phone/code-invalid.')
    expect((await digit(1)).value).toBe('')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Digit 1 of 4'))
  })

  it('keeps the code when the portal cannot be reached, to try it again', async () => {
    const answers = [new TypeError('offline'), { phone: '+14155550123' }]
    await askForCode({ routes: [answerTo(verifyCode, () => answers.shift() ?? failure('server/internal'))] })
    await user.type(await digit(1), '1234')
    await screen.findByRole('alert')

    await user.click(screen.getByRole('button', { name: 'Verify' }))

    expect(await screen.findByText('+1 415 555 0123 is verified.')).toBeDefined()
  })

  // spec 2-4-14, 2-4-16, 2-9-03
  it('counts 30 seconds down, then offers another code, and counts again', async () => {
    const { seen } = await askForCode()
    expect(screen.getByRole('timer').textContent).toContain('30 s')

    await act(() => vi.advanceTimersByTimeAsync(29_000))
    expect(screen.queryByRole('button', { name: 'Resend Code' })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await user.click(await screen.findByRole('button', { name: 'Resend Code' }))

    expect((await screen.findByRole('timer')).textContent).toContain('30 s')
    expect(seen.filter(({ path }) => path.endsWith('request-verification')).length).toBe(2)
  })

  it('enters the next code for the newest request', async () => {
    const { seen } = await askForCode({ routes: [answerTo(verifyCode, () => failure('phone/code-invalid'))] })
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    await user.click(await screen.findByRole('button', { name: 'Resend Code' }))
    await screen.findByRole('timer')

    await user.type(await digit(1), '1234')

    await screen.findByRole('alert')
    expect(seen.at(-1)?.body).toMatchObject({ requestID: 'second' })
  })

  it('offers another code at once when this one no longer works', async () => {
    await askForCode({ routes: [answerTo(verifyCode, () => failure('phone/verification-not-found'))] })

    await user.type(await digit(1), '1234')

    expect(await screen.findByRole('button', { name: 'Resend Code' })).toBeDefined()
    expect(screen.getByRole('alert').textContent).toContain('phone/verification-not-found')
  })

  it('leads back to another number, and gives the request up', async () => {
    const { seen } = await askForCode({ routes: [answerTo(cancelVerification)] })

    await user.click(screen.getByRole('button', { name: 'Use another number' }))

    expect(await screen.findByLabelText('Phone number')).toBeDefined()
    expect(seen.at(-1)).toMatchObject({ path: '/api/v1/users/cancel-verification', body: { requestID: 'first' } })
  })

  it('gives the request up when the dialog is closed, and begins with the terms the next time', async () => {
    const { seen } = await askForCode({ routes: [answerTo(cancelVerification)] })

    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))

    expect(screen.getByLabelText('dialog').textContent).toBe('closed')
    expect(seen.at(-1)).toMatchObject({ path: '/api/v1/users/cancel-verification' })
    await user.click(screen.getByRole('button', { name: 'Verify again' }))
    expect(await screen.findByRole('button', { name: 'Send Code' })).toBeDefined()
  })
})

describe('a verified number', () => {
  // spec 2-4-15
  it('is shown at once in a green border, and the dialog closes after a second', async () => {
    const { seen } = await askForCode({ routes: [answerTo(verifyCode, () => ({ phone: '+14155550123' }))] })
    vi.useFakeTimers()

    fireEvent.paste(screen.getByLabelText('Digit 1 of 4'), { clipboardData: { getData: () => '1234' } })
    await act(() => vi.advanceTimersByTimeAsync(0))

    const note = screen.getByText('+1 415 555 0123 is verified.').closest('output')
    expect(note?.style.border).toBe('var(--fw-ring) solid var(--fw-status-current)')
    expect(screen.getByLabelText('verified').textContent).toBe('+14155550123')
    await act(() => vi.advanceTimersByTimeAsync(999))
    expect(screen.getByLabelText('dialog').textContent).toBe('open')
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.getByLabelText('dialog').textContent).toBe('closed')
    expect(seen.some(({ path }) => path.endsWith('cancel-verification'))).toBe(false)
  })
})
