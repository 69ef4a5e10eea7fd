import { StateLine } from '@fieldwatch/web/features/settings/state-line.tsx'
import type { Board, BoardScreenDocument } from '../../contract/boards.ts'
import { formatAgo, formatMoment } from '@fieldwatch/contract/time/moment-text'
import { Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { ConfirmDialog } from '@fieldwatch/web/ui/components/confirm-dialog.tsx'
import { FormFailure } from '@fieldwatch/web/ui/components/form-failure.tsx'
import { PRESS_ONCE } from '@fieldwatch/web/ui/components/press-once.ts'
import { useNow } from '@fieldwatch/web/ui/components/use-now.ts'
import list from '@fieldwatch/web/features/settings/profile/profile.module.css'
import card from '@fieldwatch/web/features/settings/settings-page.module.css'
import { useChangeBoard, useRemoveBoard, useRemoveScreen } from './board-queries.ts'
import { t } from '../texts.ts'

interface BoardCardProps {
  board: Board
  onEdit: () => void
}

const CLOCK_MS = 30_000

/** A wallboard with its screens. */
export function BoardCard({ board, onEdit }: BoardCardProps) {
  const { boardID, version, name, pages, seconds, screens, state, savedUTC, savedBy } = board
  const { timeFormat } = useMe()
  const [isAsked, ask] = useState(false)
  const remove = useRemoveBoard()
  const takeOver = useChangeBoard()
  const time = formatMoment(Date.parse(savedUTC), timeFormat)
  const tiles = pages.reduce((sum, page) => sum + page.tiles.length, 0)
  return (
    <section className={card['card']} aria-label={name}>
      <Title order={3} size="h5" className={card['name'] ?? ''}>
        {name}
      </Title>
      <Text size="sm" c="dimmed">
        {t('boards.summary', { pages: pages.length, tiles, seconds })}{' '}
        {savedBy === null ? t('boards.saved', { time }) : t('boards.saved.by', { time, name: savedBy })}
      </Text>
      {state === 'editor' ? (
        <Text size="sm" role="alert" fw={600}>
          {t('boards.state.editor')}
        </Text>
      ) : undefined}
      <Screens screens={screens} />
      {remove.isError ? <FormFailure text={t('boards.delete.failed')} advice={remove.error.message} /> : undefined}
      {takeOver.isError ? (
        <FormFailure text={t('boards.take-over.failed')} advice={takeOver.error.message} />
      ) : undefined}
      <Group gap="xs" mt="sm">
        {state === 'editor' ? (
          <Button
            aria-label={t('boards.take-over.one', { name })}
            loading={takeOver.isPending}
            {...PRESS_ONCE}
            onClick={() => takeOver.mutate({ boardID, version, name, seconds, pages })}
          >
            {t('boards.take-over')}
          </Button>
        ) : undefined}
        <Button variant="default" aria-label={t('boards.edit.one', { name })} onClick={onEdit}>
          {t('boards.edit')}
        </Button>
        <Button variant="default" aria-label={t('boards.delete.one', { name })} onClick={() => ask(true)}>
          {t('boards.delete')}
        </Button>
      </Group>
      {isAsked ? (
        <ConfirmDialog
          title={t('boards.delete.title', { name })}
          confirm={t('boards.delete')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ boardID }, { onSettled: () => ask(false) })}
          onClose={() => ask(false)}
        >
          {t('boards.delete.text', { count: screens.length })}
        </ConfirmDialog>
      ) : undefined}
    </section>
  )
}

function Screens({ screens }: { screens: readonly BoardScreenDocument[] }) {
  const [asked, ask] = useState<BoardScreenDocument>()
  const remove = useRemoveScreen()
  const now = useNow(CLOCK_MS)
  if (screens.length === 0) return <Text size="sm">{t('boards.screens.none')}</Text>
  return (
    <>
      {remove.isError ? (
        <FormFailure text={t('boards.screen.remove.failed')} advice={remove.error.message} />
      ) : undefined}
      <ul className={list['sessions']}>
        {screens.map((screen) => (
          <li key={screen.screenID}>
            <StateLine title={screen.name} text={<ScreenFacts screen={screen} now={now} />}>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('boards.screen.remove.one', { name: screen.name })}
                onClick={() => ask(screen)}
              >
                {t('boards.screen.remove')}
              </Button>
            </StateLine>
          </li>
        ))}
      </ul>
      {asked === undefined ? undefined : (
        <ConfirmDialog
          title={t('boards.screen.remove.title')}
          confirm={t('boards.screen.remove')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ screenID: asked.screenID }, { onSettled: () => ask(undefined) })}
          onClose={() => ask(undefined)}
        >
          {t('boards.screen.remove.text', { name: asked.name })}
        </ConfirmDialog>
      )}
    </>
  )
}

/** When and from where a screen was seen last, and who paired it. */
function ScreenFacts({ screen, now }: { screen: BoardScreenDocument; now: number }) {
  const { lastSeenUTC, address, pairedUTC, pairedBy } = screen
  const { timeFormat } = useMe()
  const time = formatMoment(Date.parse(pairedUTC), timeFormat)
  const seen =
    lastSeenUTC === null
      ? t('boards.screen.never')
      : t('boards.screen.seen', { time: formatAgo(Date.parse(lastSeenUTC), now), address: address ?? '' })
  const paired =
    pairedBy === null ? t('boards.screen.paired', { time }) : t('boards.screen.paired.by', { time, name: pairedBy })
  return `${seen} ${paired}`
}
