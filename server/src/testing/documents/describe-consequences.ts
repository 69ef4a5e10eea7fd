import { CHANGE_KINDS, type ChangeKind } from '@fieldwatch/contract/consequences/changes'
import type { Row, Rows } from '#delivery/consequences/declaration.ts'

/** Changes in the words of the page, in their order. */
const CHANGES: Readonly<Record<ChangeKind, string>> = {
  'unit-moved': 'A unit leaves an entity',
  'unit-shared': 'A unit is shared with another entity',
  'unit-deactivated': 'A unit is deactivated',
  'unit-deleted': 'A unit is deleted',
  'data-id-changed': 'A unit gets another dataID',
  'template-changed': 'A unit shows another template',
  'source-deleted': 'A source is deleted',
  'source-moved': 'A device behind a gateway becomes a unit',
  'chart-renamed': 'A chart is renamed',
  'chart-deleted': 'A chart is deleted',
  'event-table-changed': 'An event table is changed',
  'event-table-deleted': 'An event table is deleted',
  'alert-deleted': 'An alert is deleted',
  'place-changed': 'A place is changed',
  'place-deleted': 'A place is deleted',
  'person-demoted': 'A person gets another role or other permissions',
  'person-moved': 'A person moves to another entity',
  'person-disabled': 'A person is disabled',
  'person-enabled': 'A person is enabled',
  'person-deleted': 'A person is deleted',
  'entity-disabled': 'An entity is disabled',
  'entity-enabled': 'An entity is enabled',
  'entity-deleted': 'An entity is deleted',
}

const INTRODUCTION = `# What happens when something changes

Many things in the portal depend on others. For every kind of change this page says what happens to every kind of thing. The portal
carries out each change, lists it in the dialog before, and notifies people afterwards by the same declarations. A program asks
\`POST /api/v1/consequences\` for the things that a change affects. What extensions keep is on [their pages](../../extensions/README.md).

Generated from \`server/src/**/*-consequences.ts\` by \`npm run consequences\`. A test compares it.
`

/** The page \`docs/reference/consequences.md\`. */
export function describeConsequences(rows: Rows): string {
  const sections = CHANGE_KINDS.map((change) => {
    const things = Object.entries(rows)
    const affected = things.flatMap(([thing, row]) => linesOf(thing, row, change))
    const unaffected = things.flatMap(([thing, row]) => {
      const cell = row[change]
      return 'unaffected' in cell ? [`- ${thing}: ${cell.unaffected}`] : []
    })
    const table = ['| thing | what happens | how |', '| --- | --- | --- |', ...affected].join('\n')
    return `## ${CHANGES[change]}\n\n${table}\n\nUnaffected:\n\n${unaffected.join('\n')}\n`
  })
  return [INTRODUCTION, ...sections].join('\n')
}

/** The section `Consequences` of the page of an extension. */
export function describeAddedRows(rows: Rows): string {
  const lines = CHANGE_KINDS.flatMap((change) =>
    Object.entries(rows).flatMap(([thing, row]) => {
      const cell = row[change]
      const known =
        'unaffected' in cell ? [`| ${thing} | unaffected | ${cell.unaffected} |`] : linesOf(thing, row, change)
      return known.map((line) => `| ${CHANGES[change]} ${line}`)
    }),
  )
  return ['| change | thing | what happens | how |', '| --- | --- | --- | --- |', ...lines].join('\n')
}

function linesOf(thing: string, row: Row, change: ChangeKind): string[] {
  const cell = row[change]
  if ('unaffected' in cell) return []
  return cell.outcomes.map(({ follows, means }) => `| ${thing} | ${follows} | ${means} |`)
}
