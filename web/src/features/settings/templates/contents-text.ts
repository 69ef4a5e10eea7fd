import type { TemplateContents } from '@fieldwatch/contract/template-gallery'

const NOUNS: Readonly<Record<keyof TemplateContents, readonly [one: string, many: string]>> = {
  charts: ['chart', 'charts'],
  gauges: ['gauge', 'gauges'],
  cards: ['card', 'cards'],
  tables: ['table', 'tables'],
  maps: ['map', 'maps'],
  eventLogs: ['event log', 'event logs'],
  events: ['event table', 'event tables'],
  reports: ['report', 'reports'],
  formulas: ['formula', 'formulas'],
}

/** What is in a template, such as `2 charts, 1 gauge`. */
export function contentsText(contents: TemplateContents): string {
  // Each key is one of the contents.
  const kinds = Object.keys(NOUNS) as (keyof TemplateContents)[]
  const parts = kinds
    .filter((kind) => contents[kind] > 0)
    .map((kind) => `${contents[kind]} ${NOUNS[kind][contents[kind] === 1 ? 0 : 1]}`)
  return parts.length === 0 ? 'Nothing yet' : parts.join(', ')
}
