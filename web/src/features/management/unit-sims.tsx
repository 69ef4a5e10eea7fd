import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi } from '#api/api-context.tsx'
import { FailureNote } from '#components/failure-note.tsx'
import { simsQuery } from '#sims/sim-queries.ts'
import { simStatusText, usageText } from '#sims/sim-text.ts'
import { Panel } from './panel.tsx'
import classes from './management.module.css'

interface UnitSimsProps {
  dataId: string
}

/** The SIM cards in a unit. */
export function UnitSims({ dataId }: UnitSimsProps) {
  const { data: sims, error } = useQuery(simsQuery(useApi(), dataId))
  return (
    <Panel title="SIM Cards">
      {error === null ? undefined : <FailureNote text="Faild to retrieve sim cards" advice={error.message} />}
      {sims === undefined && error === null ? <Skeleton height="3rem" /> : undefined}
      {sims?.length === 0 ? <Text>No SIM card is linked to this unit.</Text> : undefined}
      <ul className={classes['rows']}>
        {sims?.map((sim) => (
          <li key={sim.simID} className={classes['row']}>
            <span className={classes['name']}>
              <Link to="/sim-cards" search={{ search: sim.iccid }} className={classes['link']}>
                {sim.iccid}
              </Link>
            </span>
            <Text component="span">
              {[simStatusText(sim.status), sim.operator, usageText(sim)].filter(Boolean).join(' · ')}
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
