import { isEnglish, pageLocale } from '@fieldwatch/contract/text/text-locale'
import { PHONE_COUNTRIES, PHONE_INPUT_MAX_LENGTH, type PhoneCountry } from '@fieldwatch/contract/people/phone'
import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
import { type ChangeEvent, type ClipboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import classes from './formatted-input.module.css'
import { libraryFormatter as formatter } from './library-formatter.ts'
import { editPhone, pastePhone, phoneOf, type PhoneText, settlePhone, showPhone } from './phone-text.ts'
import { t } from '#platform/texts.ts'

export interface PhoneInputProps extends Pick<
  TextInputProps,
  'label' | 'description' | 'error' | 'disabled' | 'required' | 'withAsterisk' | 'onBlur'
> {
  /** With the dial code, such as `+14155550123`, or empty. */
  value: string
  /** Called with the number and its dial code, complete or not: `isPhoneNumber` of the contract decides. */
  onChange: (value: string) => void
}

export function FormattedInput({ value, onChange, onBlur, disabled, ...rest }: PhoneInputProps) {
  const { shown, show } = useShownPhone(value, onChange)
  const inputRef = useRef<HTMLInputElement>(null)
  const caretRef = useRef<number>(undefined)

  // Restores the caret, which formatting would move to the end.
  useLayoutEffect(() => {
    if (caretRef.current === undefined) return
    inputRef.current?.setSelectionRange(caretRef.current, caretRef.current)
    caretRef.current = undefined
  })

  function edit(event: ChangeEvent<HTMLInputElement>): void {
    const { value: typed, selectionStart } = event.currentTarget
    const forward = (event.nativeEvent as InputEvent).inputType === 'deleteContentForward'
    const { phone, caret } = editPhone(shown, { typed, caret: selectionStart ?? typed.length, forward }, formatter)
    caretRef.current = caret
    show(phone)
  }

  function moveTo(country: PhoneCountry): PhoneText {
    const { national } = formatter.split(phoneOf(shown, formatter))
    const typed = national === '' ? shown.text : national
    return editPhone({ country, text: '' }, { typed, caret: 0, forward: false }, formatter).phone
  }

  function paste(event: ClipboardEvent<HTMLInputElement>): void {
    const phone = pastePhone(event.clipboardData.getData('text'), shown, formatter)
    if (phone === undefined) return
    event.preventDefault()
    show(phone)
  }

  return (
    <TextInput
      {...rest}
      ref={inputRef}
      type="tel"
      autoComplete="tel"
      maxLength={PHONE_INPUT_MAX_LENGTH}
      disabled={disabled ?? false}
      value={shown.text}
      onChange={edit}
      onPaste={paste}
      onBlur={(event) => {
        show(settlePhone(shown, formatter))
        onBlur?.(event)
      }}
      inputContainer={besideOf(
        <NativeSelect
          aria-label={t('ui.phone.country')}
          data={countryOptions()}
          disabled={disabled ?? false}
          value={shown.country}
          onChange={(event) => show(moveTo(event.currentTarget.value as PhoneCountry))}
        />,
      )}
    />
  )
}

/** Puts the country before the input. */
function besideOf(country: ReactNode): (input: ReactNode) => ReactNode {
  return (input) => (
    <div className={classes['row']}>
      {country}
      {input}
    </div>
  )
}

function countryOptions(): { value: PhoneCountry; label: string }[] {
  const locale = pageLocale()
  const names = isEnglish(locale) ? undefined : new Intl.DisplayNames(locale, { type: 'region' })
  return PHONE_COUNTRIES.map(({ country, name, dialCode }) => ({
    value: country,
    label: `${names?.of(country) ?? name} +${dialCode}`,
  }))
}

/** The shown text for `value`, updated when that changes from outside. */
function useShownPhone(value: string, onChange: (value: string) => void) {
  const [held, setHeld] = useState(() => ({ value, phone: showPhone(value, formatter) }))
  const current = held.value === value ? held : { value, phone: showPhone(value, formatter, held.phone.country) }
  if (current !== held) setHeld(current)

  function show(phone: typeof current.phone): void {
    const next = phoneOf(phone, formatter)
    setHeld({ value: next, phone })
    if (next !== value) onChange(next)
  }
  return { shown: current.phone, show }
}
