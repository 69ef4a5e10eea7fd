import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import { ConsequencesDialog } from '#shared/consequences/consequences-dialog.tsx'
import { consequencesQuery } from '#shared/consequences/consequences-query.ts'
import type { TitleChange } from '#shared/templates/title-changes.ts'
import type { TemplateChangeState } from './use-template-change.ts'
import { t } from '../texts.ts'

/** Saves what was entered. Where something follows from another title, it lists that and asks before. */
export function useAskedSave(change: TemplateChangeState) {
  const api = useApi()
  const client = useQueryClient()
  const [asked, setAsked] = useState<TemplateDefinition>()
  const looking = useAction({
    mutationFn: async (definition: TemplateDefinition) => {
      const changes = change.titleChanges(definition)
      const lists = await Promise.all(changes.map((one) => client.fetchQuery(consequencesQuery(api, one))))
      return lists.some(({ things, more }) => things.length + more.length > 0)
    },
    onSuccess: (isAsked, definition) => (isAsked ? setAsked(definition) : change.save(definition)),
  })
  const isBusy = looking.isPending || change.saving

  return {
    save: (definition: TemplateDefinition): void => {
      if (!isBusy) looking.mutate(definition)
    },
    saving: isBusy,
    error: looking.error ?? change.error,
    question:
      asked === undefined ? undefined : (
        <TitleQuestion
          changes={change.titleChanges(asked)}
          onConfirm={() => {
            setAsked(undefined)
            change.save(asked)
          }}
          onClose={() => setAsked(undefined)}
        />
      ),
  }
}

interface TitleQuestionProps {
  changes: readonly TitleChange[]
  onConfirm: () => void
  onClose: () => void
}

function TitleQuestion({ changes, onConfirm, onClose }: TitleQuestionProps) {
  return (
    <ConsequencesDialog
      change={changes}
      title={t('widgets.titles.ask')}
      confirm={t('widgets.settings.save')}
      busy={false}
      harmless={changes.every(({ kind }) => kind === 'chart-renamed')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Stack gap={0}>
        {changes.map((one) => (
          <Text key={one.chart}>
            {one.kind === 'chart-renamed'
              ? t('widgets.titles.renamed', { title: one.chart, to: one.to })
              : t('widgets.titles.gone', { title: one.chart })}
          </Text>
        ))}
      </Stack>
    </ConsequencesDialog>
  )
}
