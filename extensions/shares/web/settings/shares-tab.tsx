import { TabFrame } from '@fieldwatch/web/features/settings/tab-frame.tsx'
import type { Share } from '../../contract/shares.ts'
import { Badge, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '@fieldwatch/web/platform/api/api-context.tsx'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { sharesQuery, useTakeOverShare, useWithdrawShare } from '../share-queries.ts'
import { t } from '../texts.ts'
import { ConfirmDialog } from '@fieldwatch/web/ui/components/confirm-dialog.tsx'
import { FormFailure } from '@fieldwatch/web/ui/components/form-failure.tsx'
import { Loaded } from '@fieldwatch/web/ui/components/loaded.tsx'
import { useNow } from '@fieldwatch/web/ui/components/use-now.ts'
import list from '@fieldwatch/web/features/settings/profile/profile.module.css'
import card from '@fieldwatch/web/features/settings/settings-page.module.css'
import { shareFacts, shareName } from './share-text.ts'

const CLOCK_MS = 60_000

/** Screens that people without an account see by a link, and the button that ends each. For admins. */
export function SharesTab() {
  const query = useQuery(sharesQuery(useApi()))
  return (
    <TabFrame title={t('shares.list')} help={t('shares.list.help')}>
      <section className={card['card']} aria-label={t('shares.list')}>
        <Loaded query={query} failed={t('shares.failed')} height="4rem">
          {(shares) =>
            shares.length === 0 ? (
              <Text size="sm" c="dimmed">
                {t('shares.none')}
              </Text>
            ) : (
              <ShareList shares={shares} />
            )
          }
        </Loaded>
      </section>
    </TabFrame>
  )
}

function ShareList({ shares }: { shares: readonly Share[] }) {
  const [asked, ask] = useState<Share>()
  const withdraw = useWithdrawShare()
  const takeOver = useTakeOverShare()
  return (
    <>
      {withdraw.isError ? (
        <FormFailure text={t('shares.withdraw.failed')} advice={withdraw.error.message} />
      ) : undefined}
      {takeOver.isError ? (
        <FormFailure text={t('shares.take-over.failed')} advice={takeOver.error.message} />
      ) : undefined}
      <ul className={list['sessions']}>
        {shares.map((share) => (
          <ListedShare
            key={share.shareID}
            share={share}
            busy={takeOver.isPending}
            onTakeOver={() => takeOver.mutate({ shareID: share.shareID })}
            onWithdraw={() => ask(share)}
          />
        ))}
      </ul>
      {asked === undefined ? undefined : (
        <ConfirmDialog
          title={t('shares.withdraw.title')}
          confirm={t('shares.withdraw')}
          busy={withdraw.isPending}
          onConfirm={() => withdraw.mutate({ shareID: asked.shareID }, { onSettled: () => ask(undefined) })}
          onClose={() => ask(undefined)}
        >
          {t('shares.withdraw.text', { name: shareName(asked) })}
        </ConfirmDialog>
      )}
    </>
  )
}

interface ListedShareProps {
  share: Share
  busy: boolean
  onTakeOver: () => void
  onWithdraw: () => void
}

function ListedShare({ share, busy, onTakeOver, onWithdraw }: ListedShareProps) {
  const { timeFormat } = useMe()
  const now = useNow(CLOCK_MS)
  const name = shareName(share)
  const isOpen = share.state === 'open'
  return (
    <li>
      <div>
        <Group gap="xs">
          <Text component="span">{name}</Text>
          {isOpen ? <Badge color="green">{t('shares.state.open')}</Badge> : undefined}
          {share.state === 'expired' ? <Badge color="gray">{t('shares.state.expired')}</Badge> : undefined}
        </Group>
        {isOpen || share.state === 'expired' ? undefined : <Text size="sm">{t(`shares.state.${share.state}`)}</Text>}
        <Text size="sm" c="dimmed">
          {shareFacts(share, now, timeFormat)}
        </Text>
      </div>
      <Group gap="xs">
        {mayBeTakenOver(share) ? (
          <Button
            variant="default"
            size="compact-sm"
            loading={busy}
            aria-label={t('shares.take-over.one', { name })}
            onClick={onTakeOver}
          >
            {t('shares.take-over')}
          </Button>
        ) : undefined}
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('shares.withdraw.one', { name })}
          onClick={onWithdraw}
        >
          {t('shares.withdraw')}
        </Button>
      </Group>
    </li>
  )
}

/** Whether a link that ended may open by the rights of the reader. */
function mayBeTakenOver({ state, kind, unit, units, title }: Share): boolean {
  if (state === 'creator') return true
  if (state === 'unit') return kind === 'map' ? units !== 0 : unit !== null
  return state === 'incident' && title !== null
}
