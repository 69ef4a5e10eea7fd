import { getSharedScreen } from '@fieldwatch/contract/visitors/shared-screens'
import type { ShownBoard } from '../../contract/board-screen.ts'
import { useCallback, useMemo, useState, useEffect, useEffectEvent } from 'react'
import { Themed } from '@fieldwatch/web/app/themed.tsx'
import { createSend, readReply } from '@fieldwatch/web/platform/api/send.ts'
import { PrintProvider } from '@fieldwatch/web/platform/print/print-context.tsx'
import { OpenLink } from '@fieldwatch/web/visit/open-link.tsx'
import { createVisitLive, type CreateLive } from '@fieldwatch/web/visit/visit-live.ts'
import type { Visit } from '@fieldwatch/web/visit/visit-api.ts'
import { BoardView } from './board-view.tsx'
import { createContact } from './contact.ts'
import { keepPass } from './kept-pass.ts'
import { Pairing } from './pairing.tsx'
import { StayingAwake } from './staying-awake.tsx'
import { Text } from '@mantine/core'
import { Splash } from '@fieldwatch/web/ui/components/splash.tsx'
import classes from './board.module.css'
import { t } from '../texts.ts'

interface BoardPageProps {
  /** The pass of a wallboard that its editor looks at, from the address. */
  preview: string | undefined
  fetch: typeof fetch
  /** The page as the portal has it now. @throws when the portal is away */
  readPage: () => Promise<string>
  createLive?: CreateLive
}

/** The page of a screen: its wallboard, or the code to pair it. It has no session, and leaves that of a signed-in person alone. */
export function BoardPage({ preview, fetch, readPage, createLive = createVisitLive }: BoardPageProps) {
  const [contact] = useState(() => createContact())
  const send = useMemo(() => createSend(fetch), [fetch])
  const [visit, setVisit] = useState<Visit>()

  /** @throws ApiError share/closed when the pass opens nothing */
  const open = useCallback(
    async (pass: string) => {
      const response = await send(getSharedScreen, {}, { token: pass })
      contact.note()
      const { details: screen } = await readReply<typeof getSharedScreen>(response)
      if (preview === undefined) keepPass(pass)
      setVisit({ pass, screen })
    },
    [send, contact, preview],
  )

  return (
    <PrintProvider>
      <Themed>
        {visit !== undefined ? (
          <OpenLink
            key={visit.pass}
            visit={visit}
            send={send}
            createLive={createLive}
            onAnswer={contact.note}
            onEnd={() => setVisit(undefined)}
          >
            {(screen, { status }) =>
              screen.kind === 'own' ? (
                <BoardView
                  // As the portal wrote it.
                  board={screen.screen as ShownBoard}
                  contact={contact}
                  isOpen={status.kind === 'open'}
                  isPreview={preview !== undefined}
                />
              ) : undefined
            }
          </OpenLink>
        ) : preview === undefined ? (
          <Pairing send={send} onOpen={open} />
        ) : (
          <PreviewOpening pass={preview} onOpen={open} />
        )}
        {preview === undefined ? <StayingAwake readPage={readPage} contact={contact} /> : undefined}
      </Themed>
    </PrintProvider>
  )
}

/** Opens what the editor looks at, once: it ends with the editor. */
function PreviewOpening({ pass, onOpen }: { pass: string; onOpen: (pass: string) => Promise<void> }) {
  const [isEnded, setEnded] = useState(false)
  const open = useEffectEvent(() => {
    onOpen(pass).catch(() => setEnded(true))
  })
  useEffect(() => open(), [])
  if (!isEnded) return <Splash />
  return (
    <main className={classes['centre']}>
      <Text size="xl">{t('boards.wall.preview.ended')}</Text>
    </main>
  )
}
