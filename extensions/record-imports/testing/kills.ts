import { type DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { LoadOfExtension } from '@fieldwatch/e2e/kills/extension-load'
import { persist, until } from '@fieldwatch/e2e/kills/persist'
import { call, readAll } from '@fieldwatch/e2e/support/api'
import type { Portal } from '@fieldwatch/e2e/support/portal'
import { createRecordImport, putImportPart, startRecordImport } from '../contract/record-imports.ts'
import { LOGGER_SETTINGS } from './logger-file.ts'

const LINES = 2_000
const START = Date.UTC(2025, 0, 1)

const SETTINGS = {
  ...LOGGER_SETTINGS,
  source: SourceName.parse('logger'),
  columns: [{ column: 1, field: 'temp', type: 'number' as const, unit: null, series: null }],
}

export const begin: LoadOfExtension['begin'] = async (portal, { token }, dataID) => {
  const lines = Array.from({ length: LINES }, (_, index) => {
    const time = new Date(START + index * 10_000).toISOString()
    return `${time},${index}\n`
  })
  const file = `time,temp\n${lines.join('')}`
  const body = { dataID, fileName: 'logger.csv', fileBytes: Buffer.byteLength(file) }
  const { details } = await persist(() => call(portal, createRecordImport, { token, body }))
  const { importID } = details
  await persist(() => putPart(portal, token, { importID, file }))
  await persist(() =>
    call(portal, startRecordImport, { token, body: { importID, settings: SETTINGS, check: false } }).catch(
      ignoreStarted,
    ),
  )
}

export const check: LoadOfExtension['check'] = async (portal, user, dataID: DataId) => {
  await until(
    `the import into ${dataID}`,
    async () => (await readAll(portal, user, dataID, 'logger')).map(({ temp }) => Number(temp)),
    (values) => values.length === LINES && values.every((value, index) => value === index),
  )
}

function ignoreStarted(error: unknown): void {
  if (!(error instanceof Error) || !error.message.includes('import/busy')) throw error
}

async function putPart(
  portal: Portal,
  token: string,
  { importID, file }: { importID: number; file: string },
): Promise<void> {
  const body = new FormData()
  body.set('importID', String(importID))
  body.set('part', '0')
  body.set('file', new Blob([file]), 'part')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(portal.url + putImportPart.path, { method: 'PUT', headers, body })
  if (!response.ok) throw new Error(`the part was answered ${response.status}: ${await response.text()}`)
}
