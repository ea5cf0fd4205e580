import { Fragment, type ReactNode } from 'react'
import { ListRow } from './card.tsx'
import { classes } from './classes.ts'
import { tabled } from './media.ts'
import * as styles from './table.css.ts'
import { type Sort, SortTh, Table, Th } from './table.tsx'
import { hidden } from './text.css.ts'
import { useMedia } from './use-media.ts'

type Show<Item> = (item: Item) => ReactNode

/** A column of a table. On a narrow screen, `main`, `side` and `meta` are the parts of a row that show the column. */
export type ListColumn<Item, By extends string = string> = Partial<Record<'main' | 'side' | 'meta', Show<Item>>> & {
  head: string
  cell: Show<Item>
  /** The sort order that a click on the column's heading chooses. */
  by?: By
  num?: boolean
  headClass?: string
  cellClass?: string
}

type ListProps<Item, By extends string> = {
  caption: string
  items: readonly Item[]
  columns: readonly ListColumn<Item, By>[]
  sort?: Sort<By> | undefined
  /** If absent, the list cannot be sorted. */
  onSort?: ((sort: Sort<By>) => void) | undefined
  /** A column of actions; `inRows`: rows on a narrow screen have it too. */
  menu?: { of: Show<Item>; className: string; inRows?: boolean }
}

const ListTable = <Item extends { id: string }, By extends string>({ caption, items, columns, sort, onSort, menu }: ListProps<Item, By>) => (
  <Table
    caption={caption}
    head={
      <>
        {columns.map(({ head, by, num = false, headClass = '' }) =>
          by && sort && onSort ? (
            <SortTh key={head} by={by} sort={sort} onSort={onSort} num={num} className={headClass}>
              {head}
            </SortTh>
          ) : (
            <Th key={head} num={num} className={headClass}>
              {head}
            </Th>
          ),
        )}
        {menu && (
          <Th className={menu.className}>
            <span className={hidden}>Actions</span>
          </Th>
        )}
      </>
    }
  >
    {items.map((item) => (
      <tr key={item.id}>
        {columns.map(({ head, num, cellClass, cell }) => (
          <td key={head} className={classes(num && styles.num, cellClass)}>
            {cell(item)}
          </td>
        ))}
        {menu && <td className={menu.className}>{menu.of(item)}</td>}
      </tr>
    ))}
  </Table>
)

const ListRows = <Item extends { id: string }, By extends string>({ items, columns, menu }: ListProps<Item, By>) => {
  const part = (name: 'main' | 'side' | 'meta', item: Item) => columns.map((column) => <Fragment key={column.head}>{column[name]?.(item)}</Fragment>)
  return (
    <ul>
      {items.map((item) => (
        <ListRow
          key={item.id}
          main={part('main', item)}
          side={part('side', item)}
          meta={part('meta', item)}
          {...(menu?.inRows ? { menu: menu.of(item) } : {})}
        />
      ))}
    </ul>
  )
}

/** A table on a wide screen, rows of two lines on a narrow one. */
export const List = <Item extends { id: string }, By extends string>(props: ListProps<Item, By>) =>
  useMedia(tabled) ? <ListTable {...props} /> : <ListRows {...props} />
