/** The notification bell of the header. */
export function HeaderBell() {
  return null;
}

/** The notification bell of the phone's tab bar. */
export function TabBell() {
  return null;
}
