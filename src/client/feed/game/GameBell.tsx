import { useEffect, useState, useSyncExternalStore } from 'react'
import { getEventTypesByGameId } from '#calls/favorites.calls.ts'
import { NEWS_TYPE } from '#machines/feed/board/game-news.rules.ts'
import { gameName } from '#renderers/feed/board/BoardRow.tsx'
import { Dropdown } from '#renderers/shell/Dropdown.tsx'
import { DropdownItem } from '#renderers/shell/DropdownItem.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BoardGame, GameSubscription } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import { useCall } from '../../page/use-call.ts'
import { FeedNote } from '../FeedParts.tsx'
import { tellRefusal, usePageWishes } from './use-bells.ts'

type NewsTypes = GameSubscription['eventTypes']

const TEXTS: Readonly<Record<NewsTypes[number], string>> = {
  [NEWS_TYPE.start]: 'board.bell_start',
  [NEWS_TYPE.score]: 'board.bell_score',
  [NEWS_TYPE.result]: 'board.bell_result',
}

/** Props of {@link GameBell}. */
export interface GameBellProps {
  readonly game: Pick<BoardGame, 'gameId' | 'participants'>
  /** Where a guest comes back to after the sign-in. */
  readonly path: string
}

/** The bell of a game: which of its news the player wants to hear (FEED-17). A guest is led to the sign-in, and where
 *  there is none, nothing is drawn. */
export function GameBell({ game, path }: GameBellProps) {
  const app = useApp()
  const t = useText()
  const label = t('board.bell', { name: gameName(game) })
  const { player } = app.state.visitor
  if (player) return <PlayerBell gameId={game.gameId} userId={player.userId} label={label} />
  const signIn = offeredPath(app, 'login', { [app.site.config.other.returnUrlParameter]: path })
  if (!signIn) return null
  return (
    <Dropdown trigger={{ kind: 'plain', size: 'small', icon: 'bell' }} label={label} alignment="end">
      <DropdownItem to={signIn} icon="sign-in">
        {t('board.bell_sign_in')}
      </DropdownItem>
    </Dropdown>
  )
}

interface PlayerBellProps {
  readonly gameId: number
  readonly userId: number
  readonly label: string
}

function PlayerBell({ gameId, userId, label }: PlayerBellProps) {
  const t = useText()
  const wishes = usePageWishes(userId)
  const all = useSyncExternalStore(wishes.listen, wishes.read, () => null)
  const [isOpen, setOpen] = useState(false)
  const types = useNewsTypes(gameId, isOpen)
  const wished = all?.get(gameId) ?? []
  const press = (type: NewsTypes[number]) => {
    const next = wished.includes(type) ? wished.filter((one) => one !== type) : [...wished, type].sort()
    wishes.save({ gameId, eventTypes: next }).catch(tellRefusal)
  }
  const icon = wished.length > 0 ? 'bell-filled' : 'bell'
  return (
    <Dropdown trigger={{ kind: 'plain', size: 'small', icon }} label={label} alignment="end" onToggled={setOpen}>
      {types?.length === 0 ? <FeedNote>{t('board.bell_none')}</FeedNote> : null}
      {types?.map((type) => (
        <DropdownItem key={type} isCurrent={wished.includes(type)} onPress={() => press(type)}>
          {t(TEXTS[type])}
        </DropdownItem>
      ))}
    </Dropdown>
  )
}

/** The kinds of news that a game still has, once its bell is opened; null before. */
function useNewsTypes(gameId: number, isOpen: boolean): NewsTypes | null {
  const call = useCall()
  const [types, setTypes] = useState<NewsTypes | null>(null)
  useEffect(() => {
    if (!isOpen) return
    let isCurrent = true
    call(getEventTypesByGameId, { query: { gameId } }).then(
      ({ eventTypes }) => isCurrent && setTypes(eventTypes),
      (error: unknown) => isCurrent && tellRefusal(error),
    )
    return () => {
      isCurrent = false
    }
  }, [call, gameId, isOpen])
  return types
}
