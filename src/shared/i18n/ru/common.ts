import type { common as en } from '../en/common.ts'
import type { Texts } from '../messages.ts'

export const common = {
  productName: 'Channelbook',
  close: 'Закрыть',
  retry: 'Попробовать ещё раз',
  loading: 'Загрузка',
  copy: 'Скопировать',
  toSearch: 'Перейти к поиску',
  toHome: 'На главную',
  logIn: 'Войти',
  logInOrSignUp: 'Войти или зарегистрироваться',
  signUp: 'Зарегистрироваться',
  offline: 'Нет соединения. Проверьте интернет и попробуйте ещё раз.',
  seconds: (seconds) => `${seconds} с`,
} as const satisfies Texts<typeof en>
