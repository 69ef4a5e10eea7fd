import { DAY_MS } from '../time/durations.ts'
import type { TableCell, TableColumn, TableRow } from './table.ts'

/** Rows of a sheet, its heading included; a spreadsheet has no more. */
export const SHEET_ROWS = 1_048_576

/** Characters of a cell; a spreadsheet refuses a file with more. */
export const CELL_LENGTH = 32_767

/** Places in the list of formats of `stylesOf`. */
const HEADING_STYLE = 1
const MOMENT_STYLE = 2
const FIRST_FORMAT = 3

/** 30 December 1899, from which spreadsheets count days, in days before 1970. */
const DAYS_BEFORE_1970 = 25_569

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** The beginning of a sheet whose first row stays in view. */
export function sheetStart(columns: readonly TableColumn[]): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const wide = columns.flatMap(({ hasMoments = false }, index) =>
    hasMoments ? [`<col min="${index + 1}" max="${index + 1}" width="24" customWidth="1"/>`] : [],
  )
  const widths = wide.length === 0 ? '' : `<cols>${wide.join('')}</cols>`
  const views = `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`
  return `${DECLARATION}<worksheet xmlns="${MAIN}">${views}${widths}<sheetData>`
}

export const SHEET_END = '</sheetData></worksheet>'

/** The letters of a column: A to Z, then AA. Each cell names its place, which some readers need. */
function columnName(index: number): string {
  const before = index < 26 ? '' : columnName(Math.floor(index / 26) - 1)
  return before + String.fromCharCode(65 + (index % 26))
}

export function headingRow(columns: readonly TableColumn[]): string {
  const cells = columns.map(({ heading }, index) =>
    textCell(heading, ` r="${columnName(index)}1" s="${HEADING_STYLE}"`),
  )
  return `<row r="1">${cells.join('')}</row>`
}

interface Layout {
  readonly columns: readonly TableColumn[]
  /** The number formats of all columns of the workbook. */
  readonly formats: readonly string[]
  /** What clocks show at a moment, as if they showed UTC. */
  readonly wallOf: (at: number) => number
}

/** Writes rows of a sheet by their number, from 1; what has no value is left out. */
export function sheetRow({ columns, formats, wallOf }: Layout): (cells: TableRow, number: number) => string {
  const places = columns.map(({ format }, index) => ({
    letters: columnName(index),
    style: format === undefined ? 0 : FIRST_FORMAT + formats.indexOf(format),
  }))
  return (cells, number) => {
    let row = `<row r="${number}">`
    for (const [index, { letters, style }] of places.entries())
      row += sheetCell(cells[index], { place: ` r="${letters}${number}"`, style, wallOf })
    return `${row}</row>`
  }
}

interface CellLayout extends Pick<Layout, 'wallOf'> {
  readonly place: string
  /** The style of a number or a moment; 0: none of its own. */
  readonly style: number
}

function sheetCell(cell: TableCell, { place, style, wallOf }: CellLayout): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return textCell(cell, place)
  if (typeof cell === 'boolean') return `<c${place} t="b"><v>${Number(cell)}</v></c>`
  if (typeof cell === 'number') return numberCell(cell, place, style)
  return numberCell(wallOf(cell.getTime()) / DAY_MS + DAYS_BEFORE_1970, place, style === 0 ? MOMENT_STYLE : style)
}

/** A spreadsheet has no infinite number, and none that is not one. */
function numberCell(number: number, place: string, style: number): string {
  if (!Number.isFinite(number)) return ''
  return style === 0 ? `<c${place}><v>${number}</v></c>` : `<c${place} s="${style}"><v>${number}</v></c>`
}

function textCell(text: string, attributes: string): string {
  return `<c${attributes} t="inlineStr"><is><t xml:space="preserve">${escapeText(text.slice(0, CELL_LENGTH))}</t></is></c>`
}

/** What XML has a meaning for or cannot have, and what reads as such an escape in a spreadsheet. */
const SPECIAL = /[&<>\uFFFE\uFFFF]|(?![\t\n])\p{Cc}|_(?=x[\dA-Fa-f]{4}_)/gu
const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escapeText(text: string): string {
  return text.toWellFormed().replaceAll(SPECIAL, (character) => NAMED[character] ?? codeOf(character))
}

/** As ECMA-376 writes a character that XML cannot have: `_x0007_`. */
function codeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The number of the first format of our own. */
const OWN_FORMATS = 164

/** Styles: plain, headings, moments with milliseconds, then the formats of columns. */
function stylesOf(formats: readonly string[]): string {
  const codes = ['yyyy\\-mm\\-dd\\ hh:mm:ss.000', ...formats]
  const written = codes.map((code, place) => `<numFmt numFmtId="${OWN_FORMATS + place}" formatCode="${quoted(code)}"/>`)
  const styles = codes.map(
    (_, place) =>
      `<xf numFmtId="${OWN_FORMATS + place}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  return `${DECLARATION}<styleSheet xmlns="${MAIN}">
<numFmts count="${codes.length}">${written.join('')}</numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${codes.length + 2}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>
${styles.join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

function quoted(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Media type of a workbook (ECMA-376). */
export const XLSX_TYPE = `${TYPE}.sheet`

/** The files of a workbook beside its sheets, by path. */
export function workbookFiles(
  sheetNames: readonly string[],
  formats: readonly string[],
): Readonly<Record<string, string>> {
  const sheets = sheetNames.map((name, place) => ({ name: quoted(name), number: place + 1 }))
  const overrides = sheets.map(
    ({ number }) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  )
  const entries = sheets.map(({ name, number }) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)
  const relations = sheets.map(
    ({ number }) =>
      `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  )
  const styles = `<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/>`
  return {
    'xl/styles.xml': stylesOf(formats),
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${entries.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}${styles}</Relationships>`,
    '_rels/.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${overrides.join('')}</Types>`,
  }
}
