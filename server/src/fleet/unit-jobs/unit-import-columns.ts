import type { UnitRowField } from '@fieldwatch/contract/unit-imports'
import { createColumnReader, type FieldNames } from '#platform/imports/csv-columns.ts'

/** What lists of units call their columns, in letters and digits alone. */
const NAMES: FieldNames<UnitRowField> = {
  dataID: ['dataid', 'id', 'unitid', 'deviceid', 'unit', 'device', 'serial', 'serialnumber', 'clientid'],
  friendlyName: ['friendlyname', 'name', 'unitname', 'devicename', 'title', 'label'],
  description: ['description', 'notes', 'note', 'comment', 'remarks'],
  size: ['size'],
  service: ['service'],
  entities: ['entities', 'entity', 'organisation', 'organization', 'company', 'customer'],
  template: ['template', 'defaulttemplate', 'dashboard'],
  active: ['active', 'activated', 'enabled', 'status', 'state'],
  labels: ['labels', 'tags', 'tag', 'keywords'],
  rawDays: ['recorddays', 'rawdays', 'daysthatrecordsarekept'],
  summaryDays: ['summarydays', 'daysthatsummariesarekept'],
}

export const readUnitColumns = createColumnReader(NAMES)
