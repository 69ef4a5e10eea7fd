import { Loaded } from '@fieldwatch/web/ui/components/loaded.tsx'
import { TabFrame } from '@fieldwatch/web/features/settings/tab-frame.tsx'
import type { Board } from '../../contract/boards.ts'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { SuccessNote } from '@fieldwatch/web/ui/components/success-note.tsx'
import card from '@fieldwatch/web/features/settings/settings-page.module.css'
import { BoardCard } from './board-card.tsx'
import { BoardEditor } from './board-editor.tsx'
import { boardAddress } from './board-form.ts'
import { boardsQuery } from './board-queries.ts'
import { PairDialog } from './pair-dialog.tsx'
import { t } from '../texts.ts'

/** Wallboards, the screens that show them, and the editor. For admins. */
export function BoardsTab() {
  const query = useQuery(boardsQuery(useApi()))
  const { data: boards } = query
  const { code } = useSearch({ from: '/signed-in/settings' })
  const navigate = useNavigate({ from: '/settings' })
  const [edited, edit] = useState<Board | 'new'>()
  const [isPairing, setPairing] = useState(false)
  const [paired, setPaired] = useState<string>()

  // The code of a link is kept here, so that it is not in the address when the page is loaded again.
  const [asked, ask] = useState(code)
  if (code !== undefined && code !== asked) ask(code)
  useEffect(() => {
    if (code !== undefined) void navigate({ search: { tab: 'boards' }, replace: true })
  }, [code, navigate])

  function endPairing(): void {
    setPairing(false)
    ask(undefined)
  }

  if (edited !== undefined)
    return <BoardEditor board={edited === 'new' ? undefined : edited} onClose={() => edit(undefined)} />
  return (
    <TabFrame title={t('boards.title')} help={t('boards.help', { address: boardAddress() })}>
      <Group gap="xs">
        <Button onClick={() => edit('new')}>{t('boards.new')}</Button>
        <Button variant="default" disabled={boards === undefined} onClick={() => setPairing(true)}>
          {t('boards.pair')}
        </Button>
      </Group>
      <div aria-live="polite">
        {paired === undefined ? undefined : <SuccessNote text={t('boards.pair.done', { name: paired })} />}
      </div>
      <Loaded query={query} failed={t('boards.failed')} height="4rem">
        {(all) =>
          all.length === 0 ? (
            <section className={card['card']} aria-label={t('boards.title')}>
              <Text size="sm" c="dimmed">
                {t('boards.none')}
              </Text>
            </section>
          ) : (
            all.map((board) => <BoardCard key={board.boardID} board={board} onEdit={() => edit(board)} />)
          )
        }
      </Loaded>
      {boards !== undefined && (isPairing || asked !== undefined) ? (
        <PairDialog boards={boards} code={asked} onPaired={setPaired} onClose={endPairing} />
      ) : undefined}
    </TabFrame>
  )
}
