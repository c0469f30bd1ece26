import { defineCall } from './call.ts'

/** The player's currency accounts (ACC-23). */
export const getBalance = defineCall({
  id: 'getBalance',
  summary: 'The currency accounts of the signed-in player with their balances.',
  method: 'POST',
  path: '/web-api/user/balance',
  answer: 'account/balance-answer',
  access: 'authorized',
})

/** The same accounts, for the bearer of a service token (ACC-22). */
export const getBearerBalance = defineCall({
  id: 'getBearerBalance',
  summary: 'The currency accounts of the player who the service token speaks for.',
  path: '/web-api/account-api/user/balance',
  alsoAt: '/account-api/user/balance',
  answer: 'account/balance-answer',
  access: 'bearer',
})

/** Chooses the account that bets and payments use (ACC-24). */
export const setActiveAccount = defineCall({
  id: 'setActiveAccount',
  summary: 'Makes a currency account the active one and answers all of them.',
  method: 'POST',
  path: '/web-api/user/setactiveaccount',
  body: 'account/set-active-account-body',
  answer: 'account/balance-answer',
  access: 'authorized',
})

/** Opens an account in another currency of the brand (ACC-25). */
export const createCurrencyAccount = defineCall({
  id: 'createCurrencyAccount',
  summary: 'Opens an account in a currency and answers all of them.',
  method: 'POST',
  path: '/web-api/createCurrencyAccount',
  body: 'account/create-currency-account-body',
  answer: 'account/balance-answer',
  access: 'authorized',
})

/** Closes an empty account (ACC-26). */
export const deleteCurrencyAccount = defineCall({
  id: 'deleteCurrencyAccount',
  summary: 'Closes an empty currency account that is not in use and answers those that are left.',
  method: 'POST',
  path: '/web-api/user/deleteCurrencyAccount',
  body: 'account/delete-currency-account-body',
  answer: 'account/balance-answer',
  access: 'authorized',
})
