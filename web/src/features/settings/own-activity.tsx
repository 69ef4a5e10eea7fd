import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { ActivityDialog } from '#shared/activity/activity-dialog.tsx'
import card from './settings-page.module.css'

/** What the signed-in user did and from where they signed in: a stranger's sign-in shows here. */
export function OwnActivity() {
  const { id } = useMe()
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label="Your activity" className={card['card']}>
      <div className={card['cardHead']}>
        <Title order={3} size="h5">
          Your activity
        </Title>
        <Button variant="default" onClick={() => setOpen(true)}>
          Show what you did and where you signed in
        </Button>
      </div>
      {isOpen ? (
        <ActivityDialog title="Your activity" narrowing={{ userUID: id }} onClose={() => setOpen(false)} />
      ) : undefined}
    </section>
  )
}
