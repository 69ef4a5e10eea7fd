import type { DataId } from '@fieldwatch/contract/api/ids'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import {
  createTemplate,
  deleteTemplate,
  importTemplate,
  listTemplateGallery,
  listTemplateUnits,
  renameTemplate,
} from '@fieldwatch/contract/templates/template-gallery'
import { tryTemplate, useTriedTemplate as useTriedEndpoint } from '@fieldwatch/contract/templates/template-trials'
import {
  getTemplateVersion,
  listTemplateVersions,
  restoreTemplate,
} from '@fieldwatch/contract/templates/template-versions'
import type { Api } from '#platform/api/call.ts'
import { type DetailsOf, detailsQuery } from '#platform/api/details-query.ts'
import { useApiAction, useCall } from '#platform/api/use-action.ts'
import { GALLERY_KEY } from '#shared/units/template-keys.ts'

/** All shared templates in reach. */
export function galleryQuery(api: Api, search: string) {
  return detailsQuery(api, listTemplateGallery, {
    queryKey: [...GALLERY_KEY, 'list', search],
    query: search === '' ? {} : { search },
    staleTime: 0,
    placeholderData: (before) => before,
  })
}

/** The units whose shared template it is. */
export function templateUnitsQuery(api: Api, id: string) {
  return detailsQuery(api, listTemplateUnits, { queryKey: [...GALLERY_KEY, 'units', id], params: { id }, staleTime: 0 })
}

/** One of the units in reach that show a shared template as it is. */
export function findShowing({ units }: DetailsOf<typeof listTemplateUnits>): DataId | undefined {
  return units.find(({ own, trial }) => !own && trial === null)?.dataID
}

/** The versions of a template, the newest first. */
export function versionsQuery(api: Api, id: string) {
  return detailsQuery(api, listTemplateVersions, {
    queryKey: [...GALLERY_KEY, 'versions', id],
    params: { id },
    staleTime: 0,
  })
}

/** What a version shows, which never changes. */
export function versionQuery(api: Api, id: string, version: number | undefined) {
  return detailsQuery(api, getTemplateVersion, {
    queryKey: ['template-version', id, version],
    params: { id, version: version ?? 0 },
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** All that shows templates. */
const CHANGE = { rereads: [GALLERY_KEY, ['templates'], ['template'], ['unit']] }

export const useCreateTemplate = () => useCall(createTemplate, CHANGE)
export const useImportTemplate = () => useCall(importTemplate, CHANGE)
export const useTryTemplate = () => useCall(tryTemplate, CHANGE)
export const useUseTriedTemplate = () =>
  useApiAction(
    async (api, body: CallOf<typeof useTriedEndpoint>['body']) => (await api.call(useTriedEndpoint, { body })).details,
    CHANGE,
  )
export const useRenameTemplate = (id: string) => useCall(renameTemplate, { params: { id }, ...CHANGE })
export const useDeleteTemplate = (id: string) => useCall(deleteTemplate, { params: { id }, ...CHANGE })
export const useRestoreTemplate = (id: string) => useCall(restoreTemplate, { params: { id }, ...CHANGE })
