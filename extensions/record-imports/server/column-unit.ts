import { recogniseUnit, suggestedUnits } from '@fieldwatch/contract/measures/recognise-unit'

/** Units of measure that are not converted, as loggers write them. */
const FURTHER_UNITS =
  /^(?:%|‰|% ?rh|rh ?%|deg\.? ?[cf]?|degrees?|deg_c|°|volts?|[mkµu]?v(?:ac|dc)?|[mµu]?a|amps?|m?ah|[mk]?hz|rpm|ph|pp[mbt]|db(?:m|a)?|lu?x|[km]?ohms?|[km]?[Ωω]|[mµu]s\/cm|[mµu]?g\/d?l|[mµ]g\/m[³3]|mmol\/l|w\/m[²2]|ntu|k?va(?:r|rh|h)?|s|ms|sec|min|h|hrs?|counts?|cnt|umol\/m[²2]\/s|µmol\/m[²2]s|mg\/kg|€|\$|£)$/i

/** Whether a text says what a column is measured in. */
export function isUnit(text: string): boolean {
  const plain = withoutBrackets(text)
  if (plain === '' || plain.length > 16) return false
  return recogniseUnit(plain) !== undefined || suggestedUnits(plain).length > 0 || FURTHER_UNITS.test(plain)
}

/** A unit of measure without the brackets around it, such as `[kWh]`. */
export function withoutBrackets(text: string): string {
  return /^[([](.*)[)\]]$/.exec(text.trim())?.[1]?.trim() ?? text.trim()
}

const IN_BRACKETS = /[([{]([^)\]}]{1,16})[)\]}]/g
const BEHIND_COMMA = /,([^,([{]{1,20})(?:[([{]|$)/
const LAST_WORD = /\s(\S{1,16})$/

/** The unit of measure in a heading such as `Temp (°C)`, `Temp, °C (SEN S/N: 1042)` or `Energy kWh`; undefined without one. */
export function unitInHeading(heading: string): string | undefined {
  const found = [...Array.from(heading.matchAll(IN_BRACKETS), ([, inner]) => inner), BEHIND_COMMA.exec(heading)?.[1]]
  const unit = found.find((text) => text !== undefined && isUnit(text))
  if (unit !== undefined) return unit.trim()
  const last = LAST_WORD.exec(heading)?.[1]
  const isCertain = last !== undefined && (recogniseUnit(last) !== undefined || (last.includes('/') && isUnit(last)))
  return isCertain ? last : undefined
}
