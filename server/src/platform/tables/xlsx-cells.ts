import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { TableCell } from './table.ts'

/** Rows of a sheet, its heading included; a spreadsheet has no more. */
export const SHEET_ROWS = 1_048_576

/** Characters of a cell; a spreadsheet refuses a file with more. */
export const CELL_LENGTH = 32_767

/** Places in the list of formats of `STYLES`. */
const HEADING_STYLE = 1
const MOMENT_STYLE = 2

/** 30 December 1899, from which spreadsheets count days, in days before 1970. */
const DAYS_BEFORE_1970 = 25_569

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** The beginning of a sheet whose first row stays in view; its first columns are moments. */
export function sheetStart(momentColumns: number): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const columns =
    momentColumns === 0 ? '' : `<cols><col min="1" max="${momentColumns}" width="24" customWidth="1"/></cols>`
  const views = `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`
  return `${DECLARATION}<worksheet xmlns="${MAIN}">${views}${columns}<sheetData>`
}

export const SHEET_END = '</sheetData></worksheet>'

/** The letters of columns: A to Z, then AA. Each cell names its place, which some readers need. */
export function columnNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => columnName(index))
}

function columnName(index: number): string {
  const before = index < 26 ? '' : columnName(Math.floor(index / 26) - 1)
  return before + String.fromCharCode(65 + (index % 26))
}

export function headingRow(headings: readonly string[], columns: readonly string[]): string {
  const cells = headings.map((text, index) => textCell(text, ` r="${columns[index]}1" s="${HEADING_STYLE}"`))
  return `<row r="1">${cells.join('')}</row>`
}

interface Place {
  /** From 1. */
  readonly number: number
  readonly columns: readonly string[]
  /** What clocks show at a moment, as if they showed UTC. */
  readonly wallOf: (at: number) => number
}

/** A row; what has no value is left out. */
export function sheetRow(cells: readonly TableCell[], { number, columns, wallOf }: Place): string {
  let row = `<row r="${number}">`
  for (const [index, cell] of cells.entries()) row += sheetCell(cell, ` r="${columns[index]}${number}"`, wallOf)
  return `${row}</row>`
}

function sheetCell(cell: TableCell, place: string, wallOf: (at: number) => number): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c${place}><v>${cell}</v></c>` : ''
  if (typeof cell === 'string') return textCell(cell, place)
  if (typeof cell === 'boolean') return `<c${place} t="b"><v>${Number(cell)}</v></c>`
  return `<c${place} s="${MOMENT_STYLE}"><v>${wallOf(cell.getTime()) / DAY_MS + DAYS_BEFORE_1970}</v></c>`
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

/** Formats: plain, headings, moments with milliseconds. */
const STYLES = `${DECLARATION}<styleSheet xmlns="${MAIN}">
<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The files of a workbook beside its sheets, by name. */
export function workbookFiles(name: string, sheets: number): Readonly<Record<string, string>> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const overrides = numbers
    .map((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`)
    .join('')
  const entries = numbers
    .map((number) => `<sheet name="${sheetName(name, number)}" sheetId="${number}" r:id="rId${number}"/>`)
    .join('')
  const relations = numbers
    .map(
      (number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    )
    .join('')
  const styles = `<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/>`
  return {
    'xl/styles.xml': STYLES,
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${entries}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${relations}${styles}</Relationships>`,
    '_rels/.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${overrides}</Types>`,
  }
}

/** At most 31 characters, without those that a spreadsheet refuses. */
function sheetName(name: string, number: number): string {
  const plain = name.replaceAll(/[^\p{L}\p{N} _-]/gu, '_').slice(0, 24)
  return number === 1 ? plain : `${plain} ${number}`
}
