import {
  putTemplate,
  type Template,
  type TemplateChange,
  type TemplateDefinition,
} from '@fieldwatch/contract/templates/templates'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { fetchShownTemplate, showTemplate } from '#shared/units/unit-queries.ts'
import { type ChangedTemplate, titleChanges } from '#shared/templates/title-changes.ts'
import { definitionOf } from './template-widgets.ts'

/** Whom a change of a template is for. */
type ChangeScope = 'everyone' | 'unit'

/** A change of the template of the unit that is open, made from the template as it was when the change began. */
export function useTemplateChange({ onSaved }: { onSaved: () => void }) {
  const api = useApi()
  const client = useQueryClient()
  const { unit, template } = useUnit()
  const [base, setBase] = useState(template)
  const [chosen, choose] = useState<ChangeScope>('everyone')
  const scope = mayChooseScope(base) ? chosen : 'unit'

  const saving = useAction({
    once: true,
    mutationFn: async (definition: TemplateDefinition) => {
      const body = changeOf({ base, unit, scope, definition })
      const { status, details } = await api.call(putTemplate, { body })
      if (status !== 'success') throw new Error(`The template service answered ${status}`)
      return details
    },
    onSuccess: (saved) => {
      showTemplate(client, saved)
      onSaved()
    },
  })
  const readNewer = (): Promise<Template | null> => fetchShownTemplate(client, api, unit.dataID)
  function goOnFrom(newer: Template | null): void {
    setBase(newer)
    saving.reset()
  }
  const loading = useMutation({ mutationFn: readNewer, onSuccess: goOnFrom })
  const before = definitionOf(base, unit.friendlyName.slice(0, TITLE_LENGTH))
  const changedTo = (after: TemplateDefinition): ChangedTemplate => {
    const { dataID } = unit
    return { before, after, dataID, onlyThisUnit: scope === 'unit' && base?.dataID !== dataID }
  }

  return {
    unit,
    base,
    definition: before,
    scope,
    choose,
    /** What saving another definition changes. */
    changedTo,
    titleChanges: (after: TemplateDefinition) => titleChanges(changedTo(after)),
    save: saving.mutate,
    saving: saving.isPending,
    error: saving.error ?? loading.error,
    /** Reads the template as it is now. */
    readNewer,
    /** Makes the change from a newer template. */
    goOnFrom,
    /** Does both. */
    loadNewer: loading.mutate,
    loading: loading.isPending,
  }
}

export type TemplateChangeState = ReturnType<typeof useTemplateChange>

/** Whether the user chooses between all units and this one. */
export function mayChooseScope(base: Template | null): boolean {
  return base !== null && base.editable && base.dataID === null
}

const TITLE_LENGTH = 200

interface Change {
  base: Template | null
  unit: DataDocument
  scope: ChangeScope
  definition: TemplateDefinition
}

function changeOf({ base, unit, scope, definition }: Change): TemplateChange {
  return {
    ...(base === null ? {} : { templateID: base.id, version: base.version }),
    ...(scope === 'unit' ? { dataID: unit.dataID } : {}),
    template: definition,
  }
}
