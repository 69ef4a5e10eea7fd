import type { texts } from '@fieldwatch/messages/latest/en'
import type { Measure } from '@fieldwatch/contract/measures/measure'
import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import { numberText } from '@fieldwatch/contract/text/number-text'
import { defineTexts } from '#platform/texts/define-texts.ts'

const t = defineTexts<typeof texts>(import.meta.glob('/../messages/src/latest/??.*'))

/** Decimals of a number for which the template asks for none. */
const DEFAULT_DECIMALS = 2

/** A value in words, with the unit of measure that the number is in. */
interface ValueWords {
  readonly text: string
  readonly unit: string | undefined
}

/** A value as it is shown. With `decimals` a number has the resolution of exactly that many as sent, otherwise of up to two. */
export function valueWords(value: FieldValue | undefined, measure: Measure, decimals?: number): ValueWords {
  const { unit } = measure
  if (value === null || value === undefined) return { text: t('latest.none'), unit }
  if (typeof value === 'boolean') return { text: value ? t('latest.yes') : t('latest.no'), unit }
  if (typeof value === 'string') return { text: value, unit }
  const least = decimals === undefined ? 0 : measure.decimals(decimals)
  const most = measure.decimals(decimals ?? DEFAULT_DECIMALS)
  return { text: numberText(measure.value(value), { least, most }), unit }
}

/** A number with a fixed number of decimals, so that a live value does not change its width. */
export function fixedText(value: number, decimals: number = DEFAULT_DECIMALS): string {
  return numberText(value, { least: decimals, most: decimals })
}
