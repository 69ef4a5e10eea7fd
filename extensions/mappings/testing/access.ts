import type { AccessOfExtension } from '@fieldwatch/server/testing/access-of-extensions'
import { accessOfResource } from '@fieldwatch/server/testing/access-of-resource'
import { ADMIN } from '@fieldwatch/server/testing/access-rows'
import { createMapping, type Mapping } from '../contract/mappings.ts'

/** Takes every message. */
const SOME_MAPPING: Mapping = {
  topic: '#',
  unit: { from: 'sender' },
  time: { format: 'arrival' },
  values: [],
  others: 'any',
}

const OF_MAPPINGS = accessOfResource({
  create: createMapping,
  idName: 'mappingID',
  table: 'messageMapping',
  some: { name: 'Plugs', mapping: SOME_MAPPING },
})

const CAPTURED = 'GET /captured-messages'

export const ROWS: AccessOfExtension['ROWS'] = {
  ...OF_MAPPINGS.ROWS,
  [CAPTURED]: { rule: ADMIN, ask: ({ entity }) => ({ path: `/captured-messages?entity=${entity}` }) },
}

export const NOT_FOR_PROGRAMS = [...OF_MAPPINGS.NOT_FOR_PROGRAMS, CAPTURED]

export const ABOUT_A_UNIT = { ...OF_MAPPINGS.ABOUT_A_UNIT, [CAPTURED]: () => undefined }

export const asked: AccessOfExtension['asked'] = (about) => ({
  ...OF_MAPPINGS.asked(about),
  [CAPTURED]: { query: { entity: about.admin.entity } },
})

export const { askedOnce } = OF_MAPPINGS
