import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import {
  createTemplate,
  deleteTemplate,
  importTemplate,
  listTemplateGallery,
  listTemplateUnits,
  renameTemplate,
} from '@fieldwatch/contract/templates/template-gallery'
import { changeTemplateCodec, getTemplateCodec, testCodec } from '@fieldwatch/contract/templates/template-codec'
import { tryTemplate, useTriedTemplate as useTriedEndpoint } from '@fieldwatch/contract/templates/template-trials'
import {
  getTemplateVersion,
  listTemplateVersions,
  restoreTemplate,
} from '@fieldwatch/contract/templates/template-versions'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { useApiAction, useCall } from '#platform/api/use-action.ts'
import { GALLERY_KEY } from '#shared/units/template-keys.ts'

/** All shared templates in reach. */
export function galleryQuery(api: Api, search: string) {
  return queryOptions({
    queryKey: [...GALLERY_KEY, 'list', search] as const,
    queryFn: async ({ signal }) =>
      (await api.call(listTemplateGallery, { query: search === '' ? {} : { search } }, { signal })).details,
    staleTime: 0,
    placeholderData: (before) => before,
  })
}

/** The units whose shared template it is. */
export function templateUnitsQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...GALLERY_KEY, 'units', id] as const,
    queryFn: async ({ signal }) => (await api.call(listTemplateUnits, { params: { id } }, { signal })).details,
    staleTime: 0,
  })
}

/** The versions of a template, the newest first. */
export function versionsQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...GALLERY_KEY, 'versions', id] as const,
    queryFn: async ({ signal }) => (await api.call(listTemplateVersions, { params: { id } }, { signal })).details,
    staleTime: 0,
  })
}

/** What a version shows, which never changes. */
export function versionQuery(api: Api, id: string, version: number | undefined) {
  return queryOptions({
    queryKey: ['template-version', id, version] as const,
    queryFn: async ({ signal }) =>
      (await api.call(getTemplateVersion, { params: { id, version: version ?? 0 } }, { signal })).details,
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The payload codec of a template. */
export function codecQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...GALLERY_KEY, 'codec', id] as const,
    queryFn: async ({ signal }) => (await api.call(getTemplateCodec, { params: { id } }, { signal })).details,
    staleTime: 0,
  })
}

/** All that shows templates. */
const CHANGE = { rereads: [GALLERY_KEY, ['templates'], ['template'], ['unit']] }

/** Decodes some bytes, and stores nothing. */
export const useTestCodec = () => useCall(testCodec)
export const useCreateTemplate = () => useCall(createTemplate, CHANGE)
export const useImportTemplate = () => useCall(importTemplate, CHANGE)
export const useTryTemplate = () => useCall(tryTemplate, CHANGE)

export function useUseTriedTemplate() {
  return useApiAction(
    async (api, body: CallOf<typeof useTriedEndpoint>['body']) => (await api.call(useTriedEndpoint, { body })).details,
    CHANGE,
  )
}

export function useChangeCodec(id: string) {
  return useApiAction(
    (api, body: CallOf<typeof changeTemplateCodec>['body']) => api.call(changeTemplateCodec, { params: { id }, body }),
    CHANGE,
  )
}

export function useRenameTemplate(id: string) {
  return useApiAction(
    (api, body: CallOf<typeof renameTemplate>['body']) => api.call(renameTemplate, { params: { id }, body }),
    CHANGE,
  )
}

export function useDeleteTemplate(id: string) {
  return useApiAction((api, version: number) => api.call(deleteTemplate, { params: { id }, body: { version } }), CHANGE)
}

export function useRestoreTemplate(id: string) {
  return useApiAction(
    (api, body: CallOf<typeof restoreTemplate>['body']) => api.call(restoreTemplate, { params: { id }, body }),
    CHANGE,
  )
}
