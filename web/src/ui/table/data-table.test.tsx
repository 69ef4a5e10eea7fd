import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentProps, useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { Column } from './column.ts'
import { DataTable } from './data-table.tsx'
import { createFakeScreen } from '#testing/fake-screen.ts'
import type { TablePage } from './table-paging.ts'

const user = userEvent.setup()

interface Person {
  id: string
  name: string
  shoe_size: number | null
}

const columns: readonly Column<Person>[] = [
  { id: 'id', value: ({ id }) => id, hidden: true },
  { id: 'name', value: ({ name }) => name },
  { id: 'shoe_size', unit: 'cm', value: ({ shoe_size: size }) => size, align: 'end' },
]

const people: Person[] = Array.from({ length: 32 }, (_, index) => ({
  id: `p${index + 1}`,
  name: `Person ${index + 1}`,
  shoe_size: index === 2 ? null : 50 - index,
}))

type Props = ComponentProps<typeof DataTable<Person>>

function PeopleTable(props: Partial<Props>) {
  const [selected, setSelected] = useState<string[]>([])
  return (
    <MantineProvider env="test">
      <DataTable
        label="People"
        columns={columns}
        rows={people}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        selection={{ selected, onSelect: setSelected }}
        {...props}
      />
      <p>chosen: {selected.join(' ')}</p>
    </MantineProvider>
  )
}

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent)

describe('the table', () => {
  // spec 2-2-25
  it('has headings in words, hides what is hidden and shows -- where there is nothing', () => {
    render(<PeopleTable title="All people" />)

    expect(screen.getByRole('heading', { name: 'All people' })).toBeDefined()
    expect(screen.getByRole('table', { name: 'All people' })).toBeDefined()
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '',
      'Name',
      'Shoe Size cm',
    ])
    expect(screen.queryByText('p1')).toBeNull()
    expect(within(screen.getByRole('row', { name: /Person 3/ })).getByText('--')).toBeDefined()
  })

  // spec 2-2-31
  it('says that there is no data, and has no pager for it', () => {
    render(<PeopleTable rows={[]} />)

    expect(screen.getByText('No data available')).toBeDefined()
    expect(screen.queryByLabelText('Rows per page')).toBeNull()
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  // spec 2-2-26
  it('lays over its rows what is being waited for', () => {
    render(<PeopleTable loading="Getting Events Up To Date..." />)

    expect(screen.getByRole('status').textContent).toBe('Getting Events Up To Date...')
    expect(screen.getByText('Person 1')).toBeDefined()
  })

  it('sorts by a heading up, down and not at all, with nothing last', async () => {
    render(<PeopleTable rows={people.slice(0, 4)} />)
    const heading = screen.getByRole('columnheader', { name: /Shoe Size/ })
    const sort = within(heading).getByRole('button')

    await user.click(sort)
    expect(heading.getAttribute('aria-sort')).toBe('ascending')
    expect(names()).toEqual(['Person 4', 'Person 2', 'Person 1', 'Person 3'])
    await user.click(sort)
    expect(heading.getAttribute('aria-sort')).toBe('descending')
    expect(names()).toEqual(['Person 1', 'Person 2', 'Person 4', 'Person 3'])
    await user.click(sort)
    expect(heading.getAttribute('aria-sort')).toBe('none')
    expect(names()).toEqual(['Person 1', 'Person 2', 'Person 3', 'Person 4'])
  })
})

describe('a compact table', () => {
  it('shows all its rows at once, without pages', () => {
    render(<PeopleTable compact />)

    expect(names()).toHaveLength(32)
    expect(screen.queryByLabelText('Rows per page')).toBeNull()
    expect(screen.queryByRole('navigation')).toBeNull()
  })
})

describe('the pages of a table', () => {
  it('lead to the last page where it is not among the numbers', async () => {
    render(
      <PeopleTable
        rows={Array.from({ length: 200 }, (_, at) => ({ id: `${at}`, name: `Person ${at}`, shoe_size: at }))}
      />,
    )

    await user.click(screen.getByRole('button', { name: 'Last page' }))

    expect(screen.getByText('191–200 of 200')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Last page' })).toBeNull()
  })

  // spec 2-2-30
  it('have ten rows, and Previous, Next and numbers lead from one to another', async () => {
    render(<PeopleTable />)
    expect(names()).toHaveLength(10)
    expect(screen.getByText('1–10 of 32')).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true)

    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(names()[0]).toBe('Person 11')
    await user.click(screen.getByRole('button', { name: 'Page 4' }))
    expect(names()).toEqual(['Person 31', 'Person 32'])
    expect(screen.getByRole('button', { name: 'Page 4' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    expect(names()[0]).toBe('Person 21')
  })

  // spec 2-2-29, 2-9-22
  it('have as many rows as is chosen', async () => {
    render(<PeopleTable />)
    const size = screen.getByLabelText<HTMLSelectElement>('Rows per page')
    expect([...size.options].map(({ value }) => value)).toEqual(['5', '10', '25', '50', '100'])
    expect(size.value).toBe('10')

    await user.selectOptions(size, '25')

    expect(names()).toHaveLength(25)
    expect(screen.getByText('1–25 of 32')).toBeDefined()
  })

  it('shrink with the rows', async () => {
    const { rerender } = render(<PeopleTable />)
    await user.click(screen.getByRole('button', { name: 'Page 4' }))

    rerender(<PeopleTable rows={people.slice(0, 12)} />)

    expect(names()).toEqual(['Person 11', 'Person 12'])
  })

  it('come from the server when it holds the rows', async () => {
    const asked: TablePage[] = []
    const server = {
      rowCount: 2000,
      page: { page: 3, pageSize: 10 },
      onPage: (page: TablePage) => void asked.push(page),
    }
    render(<PeopleTable rows={people.slice(20, 30)} server={server} />)
    expect(names()[0]).toBe('Person 21')
    expect(screen.getByText('21–30 of 2,000')).toBeDefined()
    expect(within(screen.getByRole('columnheader', { name: 'Name' })).queryByRole('button')).toBeNull()

    await user.click(screen.getByRole('button', { name: 'Page 5' }))
    await user.click(screen.getByRole('button', { name: 'Last page' }))
    await user.type(screen.getByLabelText('Page, 1 to 200'), '1,000')
    await user.click(screen.getByRole('button', { name: 'Go' }))
    await user.type(screen.getByLabelText('Page, 1 to 200'), '17{Enter}')
    await user.type(screen.getByLabelText('Page, 1 to 200'), 'x{Enter}')

    expect(asked.map(({ page }) => page)).toEqual([5, 200, 200, 17])
    expect(names()[0]).toBe('Person 21')
  })
})

describe('the selection', () => {
  // spec 2-2-27
  it('takes single rows, and with one click all of the page', async () => {
    render(<PeopleTable />)

    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows of this page' })

    await user.click(screen.getByRole('checkbox', { name: 'Select Person 2' }))
    expect(screen.getByText('chosen: p2')).toBeDefined()
    expect([all.checked, all.indeterminate]).toEqual([false, true])
    await user.click(all)
    expect(screen.getByText('1–10 of 32, 10 selected')).toBeDefined()
    expect([all.checked, all.indeterminate]).toEqual([true, false])
    await user.click(all)
    expect(screen.getByText('chosen:')).toBeDefined()
  })

  it('takes the rows of all pages at once, and none', async () => {
    render(<PeopleTable />)

    await user.click(screen.getByRole('button', { name: 'Select all 32' }))
    expect(screen.getByText('1–10 of 32, 32 selected')).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Select all 32' }).disabled).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: 'Select Person 2' }))
    expect(screen.getByText('1–10 of 32, 31 selected')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Select none' }))
    expect(screen.getByText('chosen:')).toBeDefined()
  })

  it('takes all pages of a server only where that can be asked for', () => {
    const server = { rowCount: 2000, page: { page: 1, pageSize: 10 }, onPage: () => undefined }
    render(<PeopleTable rows={people.slice(0, 10)} server={server} />)

    expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull()
  })

  it('is not offered where nothing can be done with it', () => {
    render(<PeopleTable selection={undefined} />)

    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

describe('the menu of a row', () => {
  // spec 2-2-28
  it('does what is chosen, by keyboard too, to that row', async () => {
    const done: string[] = []
    render(
      <PeopleTable
        actions={({ id }) => [
          { label: 'Edit', onSelect: () => void done.push(`edit ${id}`) },
          { label: 'Delete', danger: true, onSelect: () => void done.push(`delete ${id}`) },
        ]}
      />,
    )

    screen.getByRole('button', { name: 'Actions for Person 2' }).focus()
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))

    expect(done).toEqual(['delete p2'])
  })

  it('is missing from a row that nothing can be done with', () => {
    render(<PeopleTable actions={({ id }) => (id === 'p1' ? [] : [{ label: 'Edit', onSelect: () => undefined }])} />)

    expect(screen.queryByRole('button', { name: 'Actions for Person 1' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Actions for Person 2' })).toBeDefined()
  })
})

describe('a cell', () => {
  it('may be changed in place', async () => {
    const changed: string[] = []
    const editable: readonly Column<Person>[] = [
      {
        id: 'name',
        value: ({ name }) => name,
        cell: ({ id, name }) => (
          <input
            aria-label={`Name of ${name}`}
            defaultValue={name}
            onChange={({ currentTarget }) => void changed.push(`${id} ${currentTarget.value}`)}
          />
        ),
      },
    ]
    render(<PeopleTable columns={editable} rows={people.slice(0, 1)} />)

    await user.type(screen.getByLabelText('Name of Person 1'), '!')

    expect(changed).toEqual(['p1 Person 1!'])
  })
})

describe('on a phone', () => {
  const wide: readonly Column<Person>[] = [
    ...columns,
    { id: 'letters', value: ({ name }) => name.length },
    {
      id: 'half',
      value: ({ shoe_size: size }) => size,
      cell: ({ shoe_size: size }) => (size === null ? '--' : size / 2),
    },
  ]
  const cards = () => within(screen.getByRole('list', { name: 'People' })).getAllByRole('listitem')
  const factsOf = (card: HTMLElement | undefined) =>
    within(card ?? document.body)
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

  // spec 2-2-86
  it('a table of many columns is a list of cards that name each value and leave out what is empty', () => {
    createFakeScreen(390)
    render(<PeopleTable columns={wide} />)

    expect(screen.queryByRole('table')).toBeNull()
    expect(cards()).toHaveLength(10)
    expect(factsOf(cards()[0])).toEqual(['Name: Person 1', 'Shoe Size cm: 50', 'Letters: 8', 'Half: 25'])
    expect(factsOf(cards()[2])).toEqual(['Name: Person 3', 'Letters: 8'])
  })

  it('a table of a few columns stays a table', () => {
    createFakeScreen(390)
    render(<PeopleTable />)

    expect(screen.getByRole('table', { name: 'People' })).toBeDefined()
  })

  it('cards are sorted up, down and not at all', async () => {
    createFakeScreen(390)
    render(<PeopleTable columns={wide} rows={people.slice(0, 3)} />)
    const first = () => factsOf(cards()[0])[0]

    await user.selectOptions(screen.getByLabelText('Sort by'), 'By Shoe Size')
    expect(first()).toBe('Name: Person 2')
    await user.click(screen.getByRole('button', { name: 'Sort in descending order' }))
    expect(first()).toBe('Name: Person 1')
    await user.selectOptions(screen.getByLabelText('Sort by'), 'By Name')
    await user.click(screen.getByRole('button', { name: 'Sort in descending order' }))
    expect(first()).toBe('Name: Person 3')
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Not sorted')
    expect(first()).toBe('Name: Person 1')
  })

  it('cards are chosen one by one or all of the page, and have their menu', async () => {
    createFakeScreen(390)
    render(<PeopleTable columns={wide} actions={() => [{ label: 'Edit', onSelect: () => undefined }]} />)

    await user.click(screen.getByRole('checkbox', { name: 'Select Person 2' }))
    expect(screen.getByText('chosen: p2')).toBeDefined()
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    expect(screen.getByText('1–10 of 32, 10 selected')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Actions for Person 2' }))
    expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeDefined()
  })

  it('says that there is nothing, in the words of the table', () => {
    createFakeScreen(390)
    render(<PeopleTable columns={wide} rows={[]} emptyText="No people yet." />)

    expect(screen.getByText('No people yet.')).toBeDefined()
    expect(screen.queryByLabelText('Sort by')).toBeNull()
  })
})
