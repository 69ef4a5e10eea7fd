import { nameOfValue, type ChosenValue } from '../calculations/calculation-rules.ts'

/** The columns that every event table has. */
export const FIXED_EVENT_COLUMNS = ['startUTC', 'endUTC', 'duration', 'tag'] as const

/** What is known of a value over an occurrence beside what it was at the start. */
export const EVENT_FIGURES = ['least', 'greatest', 'mean'] as const

/** The columns of one value: at the start, then its figures, which only numbers and booleans have. No field has a dot in its name. */
export function columnsOfValue(value: ChosenValue): string[] {
  const name = nameOfValue(value)
  return [name, ...EVENT_FIGURES.map((figure) => `${name}.${figure}`)]
}

/** The columns that a new event table shows: those of all, and each value at the start. */
export function columnsAsMade(values: readonly ChosenValue[]): string[] {
  return [...FIXED_EVENT_COLUMNS, ...values.map(nameOfValue)]
}

/** All columns of an event table with some values. */
export function eventColumns(values: readonly ChosenValue[]): string[] {
  return [...FIXED_EVENT_COLUMNS, ...values.flatMap(columnsOfValue)]
}

/** The name under which an event table is known: whitespace in its title becomes underscores. */
export function nameOfEvent(title: string): string {
  return title.trim().replaceAll(/\s+/g, '_')
}
