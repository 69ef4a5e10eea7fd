import type { Template } from '@fieldwatch/contract/templates/templates'
import { getTemplate } from '@fieldwatch/contract/templates/templates'
import { listUnits, type DataDocument } from '@fieldwatch/contract/units/units'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { addNews } from '#platform/api/query-client.ts'
import { LABELS_KEY } from './label-keys.ts'
import { GALLERY_KEY } from './template-keys.ts'
import { useLiveDocuments } from '#platform/live/live-context.ts'
import { t } from './texts.ts'
import { PLACES_KEY } from '#shared/places/places-key.ts'

/** The data document of one unit. */
export function unitQuery(api: Api, dataId: string) {
  return queryOptions({
    queryKey: ['unit', dataId] as const,
    queryFn: async ({ signal }): Promise<DataDocument | undefined> => {
      const { details } = await api.call(listUnits, { query: { dataID: dataId } }, { signal })
      return Array.isArray(details) ? details[0] : details
    },
    meta: { kept: true },
  })
}

/**
 * A unit as it is now on the server.
 * @throws Error when it is not there any more
 */
export async function fetchUnit(client: QueryClient, api: Api, dataId: string): Promise<DataDocument> {
  const unit = await client.fetchQuery({ ...unitQuery(api, dataId), staleTime: 0 })
  if (unit === undefined) throw new Error(t('units.gone'))
  return unit
}

/** The template that a unit is shown by, as it is now on the server. */
export async function fetchShownTemplate(client: QueryClient, api: Api, dataId: string): Promise<Template | null> {
  const unit = await client.fetchQuery({ ...unitQuery(api, dataId), staleTime: 0 })
  const id = unit?.customTemplate ?? unit?.defaultTemplate ?? null
  return client.fetchQuery({ ...templateQuery(api, id), staleTime: 0 })
}

/** Puts a saved template, and the unit whose own copy it is, into the cache. */
export function showTemplate(client: QueryClient, template: Template): void {
  client.setQueryData(['template', template.id], template)
  const { id, dataID } = template
  if (dataID === null) return
  client.setQueryData<DataDocument>(['unit', dataID], (unit) => unit && { ...unit, customTemplate: id })
}

/** Puts the shared template that a unit returned to into the cache; its own copy is removed. */
export function showSharedTemplate(client: QueryClient, dataId: string, shared: Template): void {
  client.setQueryData(['template', shared.id], shared)
  client.setQueryData<DataDocument>(['unit', dataId], (unit) => unit && { ...unit, customTemplate: null })
}

/** The template that a unit is shown by: its own copy if it has one; null when it has none at all. */
export function templateQuery(api: Api, id: string | null | undefined) {
  return queryOptions({
    queryKey: ['template', id ?? null] as const,
    queryFn: async ({ signal }): Promise<Template | null> =>
      id === null || id === undefined ? null : (await api.call(getTemplate, { params: { id } }, { signal })).details,
    enabled: id !== undefined,
    meta: { kept: true },
  })
}

/** The id of the template that a unit is shown by: its own copy if it has one; null when it has none at all. */
export function templateIdOf(unit: DataDocument): string | null {
  return unit.customTemplate ?? unit.defaultTemplate
}

/** Reads a unit, then its template, before their page asks for them. Undefined when there is nothing to show. */
export async function prefetchUnit(
  client: QueryClient,
  api: Api,
  dataId: string,
): Promise<{ unit: DataDocument; template: Template | null } | undefined> {
  const unit = await client.ensureQueryData(unitQuery(api, dataId))
  if (unit === undefined) return undefined
  return { unit, template: await client.ensureQueryData(templateQuery(api, templateIdOf(unit))) }
}

/** Follows the document and the template of a unit as long as its page is open. */
export function useLiveUnit(dataId: string): void {
  const client = useQueryClient()
  const queryKey = ['unit', dataId] as const

  useLiveDocuments(dataId, {
    modified: (document) => {
      if (document.dataID === dataId) addNews(client, queryKey, () => document)
    },
    template: ({ templateID, version }) => {
      const templateKey = ['template', templateID] as const
      const known = client.getQueryData<Template | null>(templateKey)
      if (known?.version !== version) void client.invalidateQueries({ queryKey: templateKey })
      // Its versions, when they are shown.
      void client.invalidateQueries({ queryKey: GALLERY_KEY })
    },
    labels: () => void client.invalidateQueries({ queryKey: LABELS_KEY }),
    places: () => void client.invalidateQueries({ queryKey: PLACES_KEY }),
    opened: ({ again }) => {
      void client.invalidateQueries({ queryKey: GALLERY_KEY })
      void client.invalidateQueries({ queryKey: LABELS_KEY })
      void client.invalidateQueries({ queryKey: ['template'] })
      if (again) void client.invalidateQueries({ queryKey })
    },
  })
}
