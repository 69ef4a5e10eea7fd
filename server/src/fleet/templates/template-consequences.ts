import {
  OF_PLACES,
  OF_RIGHTS,
  OF_SCREENS,
  OF_UNITS_THAT_STAY,
  only,
  type Row,
  unaffected,
} from '#delivery/consequences/declaration.ts'
import { finds } from '#delivery/consequences/listed.ts'
import { templatesOfEntity } from './affected-template-store.ts'
import { listChartsOfSource } from './list-charts.ts'

const WITHOUT_SOURCE = only(
  'changed',
  'It continues without the series of the source.',
  finds<'source-deleted' | 'source-moved'>(async (db, { dataID, source }) => {
    const titles = await listChartsOfSource(db, dataID, source)
    return titles.map((name) => ({ id: name, name }))
  }),
)

/** What follows for templates. */
export const TEMPLATES: Row = {
  ...unaffected('A shared template belongs to its entity, and a template of its own to its unit.', OF_UNITS_THAT_STAY),
  'unit-deleted': only('deleted', 'A template of its own is deleted with the unit.'),
  ...unaffected(
    'A template keeps what it shows: what is missing is named in its place.',
    'source-deleted',
    'source-moved',
  ),
  ...unaffected('It is the template itself that changes.', 'chart-renamed', 'chart-deleted', 'event-table-changed'),
  'event-table-deleted': only('changed', 'It lists the table no more if no other unit that shows it has one.'),
  ...unaffected('A template shows values and no alerts or places.', 'alert-deleted', OF_PLACES),
  ...unaffected('It belongs to its entity and not to who made it.', OF_RIGHTS),
  'entity-deleted': only(
    'deleted',
    'It is deleted with its entity. One that units of others show goes to the entity above.',
    templatesOfEntity,
  ),
}

/** What follows for charts. */
export const CHARTS: Row = {
  ...unaffected('A chart is part of a template.', OF_UNITS_THAT_STAY),
  'unit-deleted': only('deleted', 'Charts of a template of its own are deleted with the unit.'),
  'source-deleted': WITHOUT_SOURCE,
  'source-moved': WITHOUT_SOURCE,
  ...unaffected('It is the chart itself, or shows none of these.', OF_SCREENS, 'alert-deleted', OF_PLACES),
  ...unaffected('A chart is part of a template.', OF_RIGHTS),
  'entity-deleted': only('deleted', 'It is deleted with its template.'),
}
