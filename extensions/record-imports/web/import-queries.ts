import type { DataId } from '@fieldwatch/contract/api/ids'
import {
  cancelRecordImport,
  createRecordImport,
  exportImportRefusals,
  IMPORT_PART_BYTES,
  type ImportLayout,
  type ImportSettings,
  listRecordImports,
  previewRecordImport,
  putImportPart,
  type RecordImport,
  removeRecordImport,
  startRecordImport,
  undoRecordImport,
} from '../contract/record-imports.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Api } from '@fieldwatch/web/platform/api/call.ts'
import { detailsQuery } from '@fieldwatch/web/platform/api/details-query.ts'
import { useApiAction } from '@fieldwatch/web/platform/api/use-action.ts'
import type { FileFormat } from '@fieldwatch/contract/tables/table'
import { saveAs } from '@fieldwatch/web/shared/downloads/save-sheet.ts'
import { isUnderWay } from './import-text.ts'

/** When a file that was not looked at as a whole is looked at further. */
const LOOK_MS = 100
/** How often an import that is under way is asked about. */
const ASK_MS = 700

export function importsQuery(api: Api, dataId: DataId) {
  return detailsQuery(api, listRecordImports, {
    queryKey: ['imports', dataId],
    query: { dataID: dataId },
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) === true ? ASK_MS : false),
  })
}

interface PreviewQuestion {
  settings: ImportSettings | undefined
  /** What is known of the file without settings. */
  layout: ImportLayout | undefined
  /** The time zone; that of the browser when left out. */
  zone: string | undefined
}

/** What a file is taken for; without settings as it looks. The portal looks at a long file in several steps. */
export function previewQuery(
  api: Api,
  { importID, dataID }: Pick<RecordImport, 'importID' | 'dataID'>,
  { settings, layout, zone }: PreviewQuestion,
) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const known = settings === undefined ? { ...(layout !== undefined && { layout }) } : { settings }
  const body = { importID, zone: zone ?? timeZone, ...known }
  return queryOptions({
    queryKey: ['import-preview', importID, settings, layout, zone] as const,
    queryFn: async ({ signal, client }) => {
      const { details } = await api.call(previewRecordImport, { body }, { signal })
      // The portal keeps what can be read.
      if (settings !== undefined) keepSettings(client, { importID, dataID, settings })
      return details
    },
    retry: false,
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.looked < 1 ? LOOK_MS : false),
    placeholderData: (before) => before,
  })
}

function keepSettings(
  client: QueryClient,
  { importID, dataID, settings }: Pick<RecordImport, 'importID' | 'dataID' | 'settings'>,
): void {
  client.setQueryData<readonly RecordImport[]>(['imports', dataID], (imports) =>
    imports?.map((one) => (one.importID === importID ? { ...one, settings } : one)),
  )
}

/** Sends a file part by part; `onPart` gets how much of it has arrived, from 0 to 1. */
export async function uploadFile(
  api: Api,
  dataId: DataId,
  file: File,
  { onPart, signal }: { onPart: (share: number) => void; signal: AbortSignal },
): Promise<RecordImport> {
  const body = { dataID: dataId, fileName: file.name.slice(-200), fileBytes: file.size }
  let upload = (await api.call(createRecordImport, { body }, { signal })).details
  const { importID } = upload
  for (let part = 0; part * IMPORT_PART_BYTES < file.size; part += 1) {
    const bytes = file.slice(part * IMPORT_PART_BYTES, (part + 1) * IMPORT_PART_BYTES)
    const form = { importID: String(importID), part: String(part), file: new File([bytes], 'part') }
    upload = (await api.call(putImportPart, { body: form }, { signal })).details
    onPart(Math.min(1, ((part + 1) * IMPORT_PART_BYTES) / file.size))
  }
  return upload
}

/** Changes an import, and shows it as it is then. */
function useImportAction<Given>(dataId: DataId, change: (api: Api, given: Given) => Promise<unknown>) {
  return useApiAction(change, { rereads: [['imports', dataId]] })
}

export function useStartImport(dataId: DataId) {
  return useImportAction(
    dataId,
    async (api, body: { importID: number; settings: ImportSettings; check: boolean }) =>
      (await api.call(startRecordImport, { body })).details,
  )
}

export function useCancelImport(dataId: DataId) {
  return useImportAction(dataId, (api, importID: number) => api.call(cancelRecordImport, { body: { importID } }))
}

export function useUndoImport(dataId: DataId) {
  return useImportAction(dataId, (api, importID: number) => api.call(undoRecordImport, { body: { importID } }))
}

export function useRemoveImport(dataId: DataId) {
  return useImportAction(dataId, (api, importID: number) => api.call(removeRecordImport, { body: { importID } }))
}

/** Saves the refused lines with their reasons. */
export function useDownloadRefusals() {
  return useApiAction(async (api, { of: { importID, fileName }, format }: RefusalsRequest) => {
    const response = await api.callRaw(exportImportRefusals, { query: { importID, format } })
    saveAs(await response.blob(), `${fileName.replace(/\.[^.]*$/, '')}-refused-lines`, format)
  })
}

interface RefusalsRequest {
  readonly of: Pick<RecordImport, 'importID' | 'fileName'>
  readonly format: FileFormat
}
