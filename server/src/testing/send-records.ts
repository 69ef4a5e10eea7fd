import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import type { BuiltUnit } from './build-unit.ts'

/** Stores records by the door that units use. */
export async function sendRecords(
  app: FastifyInstance,
  unit: BuiltUnit,
  source: string,
  records: unknown,
): Promise<void> {
  const response = await app.inject({
    method: 'POST',
    url: `/api/v1/ingest/${unit.dataId}/${source}`,
    headers: { authorization: unit.bearer, 'content-type': 'application/json' },
    payload: JSON.stringify(records),
  })
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.json().status, 'success', response.body)
}
