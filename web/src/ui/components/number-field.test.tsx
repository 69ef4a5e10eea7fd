import { screen } from '@testing-library/react'
import { decimalSeparator, pageLocale, setPageLocale } from '@fieldwatch/contract/text/text-locale'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { renderPart } from '#testing/render-part.tsx'
import { NumberField } from './number-field.tsx'
import { notANumber, numberOfText, textOfNumber } from './number-text.ts'

describe('a typed number', () => {
  it.each([
    ['0', 0],
    ['1.5', 1.5],
    ['1e3', 1000],
    ['-.5', -0.5],
    [' 7 ', 7],
    ['', ''],
    ['1,5', Number.NaN],
    ['1 000', Number.NaN],
    ['12 days', Number.NaN],
    ['0x10', Number.NaN],
    ['1e999', Number.NaN],
    ['Infinity', Number.NaN],
  ])('%j means %s', (text, value) => {
    expect(numberOfText(text)).toEqual(value)
  })
})

describe('a number typed with a decimal comma', () => {
  it.each([
    ['1,5', 1.5],
    ['-,5', -0.5],
    ['1,5e3', 1500],
    ['1.5', 1.5],
    ['1500', 1500],
    ['1.500', Number.NaN],
    ['1.500,5', Number.NaN],
    ['1,5,5', Number.NaN],
  ])('%j means %s', (text, value) => {
    expect(numberOfText(text, ',')).toEqual(value)
  })

  it.each(['en', 'en-US', 'de', 'de-CH', 'fr', 'es', 'es-MX'])('is the number that a field showed, in %s', (locale) => {
    const separator = decimalSeparator(locale)
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(numberOfText(textOfNumber(value, separator), separator)).toBe(value === 0 ? 0 : value)
      }),
    )
  })
})

describe('a field for a number', () => {
  const locale = pageLocale()
  afterEach(() => setPageLocale(locale))

  function Field({ values }: { values: (number | '')[] }) {
    const [value, setValue] = useState<number | ''>('')
    return (
      <>
        <NumberField
          label="Days"
          value={value}
          onChange={(next) => {
            values.push(next)
            setValue(next)
          }}
        />
        <button type="button" onClick={() => setValue(30)}>
          Thirty
        </button>
      </>
    )
  }

  it.each(['0', '1.5', '1e3', '007', '1,5'])('keeps %s as it was typed', async (text) => {
    const user = userEvent.setup()
    const values: (number | '')[] = []
    renderPart(<Field values={values} />)

    await user.type(screen.getByLabelText('Days'), text)
    await user.tab()

    expect(screen.getByLabelText<HTMLInputElement>('Days').value).toBe(text)
    expect(values.at(-1)).toEqual(numberOfText(text))
    expect(screen.queryByText(notANumber()) === null).toBe(text !== '1,5')
  })

  it('shows a number that is set from elsewhere', async () => {
    const user = userEvent.setup()
    renderPart(<Field values={[]} />)
    await user.type(screen.getByLabelText('Days'), '1.5')

    await user.click(screen.getByRole('button', { name: 'Thirty' }))

    expect(screen.getByLabelText<HTMLInputElement>('Days').value).toBe('30')
  })

  it('speaks the locale of the page, and keeps the number', async () => {
    setPageLocale('de')
    const user = userEvent.setup()
    const values: (number | '')[] = []
    renderPart(<NumberField label="Grenze" value={1.5} onChange={(value) => values.push(value)} />)

    expect(screen.getByLabelText<HTMLInputElement>('Grenze').value).toBe('1,5')
    await user.type(screen.getByLabelText('Grenze'), '5')

    expect(values).toEqual([1.55])
  })
})
