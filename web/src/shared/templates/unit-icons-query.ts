import type { TemplateId } from '@fieldwatch/contract/api/ids'
import { listTemplateIcons } from '@fieldwatch/contract/templates/templates'
import type { UnitIcon } from '@fieldwatch/contract/templates/unit-icons'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'

export type IconsByTemplate = ReadonlyMap<TemplateId, UnitIcon>

const NO_ICONS: IconsByTemplate = new Map()

/** Read again with the templates; the lists that show them follow within minutes. */
function unitIconsQuery(api: Api) {
  return queryOptions({
    queryKey: ['templates', 'icons'] as const,
    queryFn: async ({ signal }): Promise<IconsByTemplate> => {
      const { details } = await api.call(listTemplateIcons, {}, { signal })
      return new Map(details.map(({ id, icon }) => [id, icon]))
    },
    staleTime: 5 * 60_000,
  })
}

/** The icons of shared templates. Without them units look as if they had none. */
export function useUnitIcons(): IconsByTemplate {
  return useQuery(unitIconsQuery(useApi())).data ?? NO_ICONS
}

/** The mark of a unit without a picture: the icon of the template that it shares, also while it shows its own copy. */
export function iconOf(
  icons: IconsByTemplate,
  { defaultTemplate }: Pick<DataDocument, 'defaultTemplate'>,
): UnitIcon | undefined {
  return defaultTemplate === null ? undefined : icons.get(defaultTemplate)
}
