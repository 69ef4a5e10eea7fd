import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useRef } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { Splash } from '#ui/components/splash.tsx'
import { useCurrentInSight } from '#ui/components/use-current-in-sight.ts'
import { sectionLinks } from './sections.ts'
import classes from './management.module.css'
import { t } from './texts.ts'

/** What a person sees and changes of a unit itself (specification, document 2, section 2.2), in sections. */
export function ManagementPage() {
  const { unit } = useUnit()
  const isAdmin = useMe().role === 'admin'
  const row = useRef<HTMLElement>(null)
  useCurrentInSight(row, useLocation({ select: ({ pathname }) => pathname }))
  return (
    <div className={classes['management']}>
      <nav ref={row} aria-label={t('management.title')} className={classes['sections']}>
        {sectionLinks(unit.dataID, { isAdmin }).map(({ label, link }) => (
          <Link key={label} {...link} className={classes['section']}>
            {label}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Splash />}>
        <Outlet />
      </Suspense>
    </div>
  )
}
