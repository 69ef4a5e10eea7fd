import { parseJson } from '@fieldwatch/contract/text/json'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { ingestAny } from '../contract/any-door.ts'
import { CAPTURED, type CapturedMessage, MappingDraft, type MappingId } from '../contract/mappings.ts'
import { Button, FileButton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { FailureNote } from '@fieldwatch/web/ui/components/failure-note.tsx'
import { Loaded } from '@fieldwatch/web/ui/components/loaded.tsx'
import { EntityTab } from '@fieldwatch/web/features/settings/entity-tab.tsx'
import { CapturedMessages } from './captured-messages.tsx'
import { MappingCard } from './mapping-card.tsx'
import { MappingDialog } from './mapping-dialog.tsx'
import { newMapping } from './mapping-form.ts'
import { capturedQuery, mappingsQuery } from './mapping-queries.ts'
import { t } from './texts.ts'

type Open = { readonly kind: 'add'; readonly draft: MappingDraft } | { readonly kind: 'edit'; readonly id: MappingId }

const NO_MESSAGES: readonly CapturedMessage[] = []

/** How JSON of devices that have shapes of their own becomes records. For admins. */
export function MappingsTab() {
  const me = useMe()
  const api = useApi()
  const [entity, setEntity] = useState<EntityId>(me.entity)
  const [open, setOpen] = useState<Open>()
  const [isForeign, setForeign] = useState(false)
  const query = useQuery(mappingsQuery(api, entity))
  const { data: mappings } = query
  const { data: messages = NO_MESSAGES } = useQuery(capturedQuery(api, entity))
  const add = (draft: MappingDraft): void => setOpen({ kind: 'add', draft })
  const bring = async (file: File | null): Promise<void> => {
    if (file === null) return
    const draft = readDraft(await file.text())
    setForeign(draft === undefined)
    if (draft !== undefined) add(draft)
  }
  const edited = open?.kind === 'edit' ? mappings?.find(({ mappingID }) => mappingID === open.id) : undefined
  return (
    <EntityTab
      title={t('mappings.title')}
      help={t('mappings.help', { address: ingestAny.path.replace('*', ''), days: CAPTURED.days })}
      add={t('mappings.add')}
      onAdd={() => add({ name: '', mapping: newMapping('') })}
      buttons={
        <FileButton accept="application/json" onChange={(file) => void bring(file)}>
          {(props) => (
            <Button variant="default" {...props}>
              {t('mappings.import')}
            </Button>
          )}
        </FileButton>
      }
      entityLabel={t('mappings.entity')}
      entity={entity}
      onEntity={setEntity}
    >
      {isForeign ? <FailureNote text={t('mappings.import.failed')} /> : undefined}
      <Loaded query={query} failed={t('mappings.failed')} height="10rem">
        {(all) =>
          all.length === 0 ? (
            <Text>{t('mappings.none')}</Text>
          ) : (
            all.map((mapping) => (
              <MappingCard
                key={mapping.mappingID}
                mapping={mapping}
                onEdit={() => setOpen({ kind: 'edit', id: mapping.mappingID })}
              />
            ))
          )
        }
      </Loaded>
      <CapturedMessages messages={messages} onMap={add} />
      {open?.kind === 'add' || edited !== undefined ? (
        <MappingDialog
          key={edited?.mappingID ?? 'new'}
          entity={entity}
          mapping={edited}
          draft={open?.kind === 'add' ? open.draft : { name: '', mapping: newMapping('') }}
          messages={messages}
          onClose={() => setOpen(undefined)}
        />
      ) : undefined}
    </EntityTab>
  )
}

/** An exported mapping; undefined for another file. */
function readDraft(text: string): MappingDraft | undefined {
  return MappingDraft.safeParse(parseJson(text)).data
}
