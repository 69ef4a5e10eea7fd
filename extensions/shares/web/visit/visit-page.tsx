import { openShared } from '../../contract/shares.ts'
import { useState } from 'react'
import { createSend, readReply } from '@fieldwatch/web/platform/api/send.ts'
import { PrintProvider } from '@fieldwatch/web/platform/print/print-context.tsx'
import { Themed } from '@fieldwatch/web/app/themed.tsx'
import { ClosedLink } from './closed-link.tsx'
import { OpenLink } from '@fieldwatch/web/visit/open-link.tsx'
import { createVisitLive, type CreateLive } from '@fieldwatch/web/visit/visit-live.ts'
import type { Visit } from '@fieldwatch/web/visit/visit-api.ts'
import { Stack, Text, Title } from '@mantine/core'
import { Logo } from '@fieldwatch/web/ui/components/logo.tsx'
import { usePageTitle } from '@fieldwatch/web/ui/components/use-page-title.ts'
import classes from './visit.module.css'
import { t } from '../texts.ts'
import { SharedScreenView } from './shared-screen-view.tsx'

interface VisitPageProps {
  /** The secret of the link, from the address. */
  secret: string
  fetch: typeof fetch
  createLive?: CreateLive
}

/** The page of a shared link. It has no session, and leaves that of a signed-in person alone. */
export function VisitPage({ secret, fetch, createLive = createVisitLive }: VisitPageProps) {
  const [send] = useState(() => createSend(fetch))
  const [visit, setVisit] = useState<Visit | 'ended'>()

  async function open(password: string | undefined): Promise<void> {
    const body = { secret, ...(password === undefined ? {} : { password }) }
    setVisit((await readReply<typeof openShared>(await send(openShared, { body }))).details)
  }

  return (
    <PrintProvider>
      <Themed>
        {visit === undefined ? (
          <ClosedLink onOpen={open} />
        ) : visit === 'ended' ? (
          <EndedLink />
        ) : (
          <OpenLink visit={visit} send={send} createLive={createLive} onEnd={() => setVisit('ended')}>
            {(screen, { status }) =>
              screen.kind === 'own' ? undefined : (
                <SharedScreenView screen={screen} isStale={status.kind === 'lost' || status.kind === 'refused'} />
              )
            }
          </OpenLink>
        )}
      </Themed>
    </PrintProvider>
  )
}

/** What is left of the page when its link ends. */
function EndedLink() {
  usePageTitle(undefined)
  return (
    <main className={classes['closed']}>
      <div className={classes['card']}>
        <Stack gap="sm">
          <Logo />
          <Title order={1} size="h3">
            {t('shares.visit.ended')}
          </Title>
          <Text>{t('shares.visit.ended.help')}</Text>
        </Stack>
      </div>
    </main>
  )
}
