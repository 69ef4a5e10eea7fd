/** A column of a file. */
export interface CsvColumn<Field extends string> {
  readonly heading: string
  /** What its cells are read as; null: nothing. */
  readonly field: Field | null
}

/** What a person says that headings are: heading → field, or null to ignore it. */
export type ChosenColumns<Field extends string> = Readonly<Record<string, Field | null>>

/** What files call each field, in letters and digits alone. */
export type FieldNames<Field extends string> = Readonly<Record<Field, readonly string[]>>

/** Headings with more characters are cut: no export has any as long. */
const HEADING_MAX = 100

/** A heading as it is shown, and as a person names it to choose. */
export function headingOf(cell: string): string {
  return cell.slice(0, HEADING_MAX).trim()
}

/** Headings of a file that has none. */
export function placeHeadings(cells: readonly string[]): string[] {
  return cells.map((_, place) => `Column ${place + 1}`)
}

/** Says what columns are. A field is read from the first column that is it; `chosen` goes before what a heading says. */
export function createColumnReader<Field extends string>(names: FieldNames<Field>) {
  const fieldByName = new Map<string, Field>(
    (Object.keys(names) as Field[]).flatMap((field) => names[field].map((name) => [name, field] as const)),
  )
  return (headings: readonly string[], chosen: ChosenColumns<Field> = {}): CsvColumn<Field>[] => {
    const taken = new Set(headings.flatMap((heading) => (Object.hasOwn(chosen, heading) && chosen[heading]) || []))
    return headings.map((heading) => {
      if (Object.hasOwn(chosen, heading)) return { heading, field: chosen[heading] ?? null }
      const field = fieldByName.get(plain(heading.split(/[([]/, 1)[0] ?? ''))
      if (field === undefined || taken.has(field)) return { heading, field: null }
      taken.add(field)
      return { heading, field }
    })
  }
}

function plain(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
