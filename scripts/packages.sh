#!/bin/sh
# Installs the Debian packages that a purpose needs, and of them only those that are missing.
#
#   scripts/packages.sh PURPOSE…           build, run, test, quality, pictures
#   scripts/packages.sh --list PURPOSE…    prints them, one a line, and installs nothing
#
# Rights are asked for only where something is missing: as root directly, else through sudo, pkexec or su.
set -eu

usage="usage: scripts/packages.sh [--list] build|run|test|quality|pictures…"

packages_of() {
  case $1 in
    build)
      # libxml2-utils has xmllint, with which the resource compiler strips blanks out of the templates.
      echo gcc libc6-dev meson ninja-build pkgconf gettext libxml2-utils desktop-file-utils shared-mime-info
      echo libgtk-4-dev libadwaita-1-dev libjson-glib-dev
      ;;
    run)
      # Without librsvg2-common GTK shows every SVG icon as a broken image.
      echo fonts-cantarell adwaita-icon-theme librsvg2-common dbus
      ;;
    test)
      # locales has what localedef makes the German one of.
      echo locales xvfb xauth at-spi2-core python3 python3-gi gir1.2-atspi-2.0 xdotool git
      echo libglib2.0-bin appstream universal-ctags librsvg2-bin poppler-utils fonts-dejavu-core python3-jsonschema
      ;;
    quality)
      echo cppcheck clang
      ;;
    pictures)
      echo imagemagick x11-xserver-utils
      ;;
    *)
      echo "packages.sh: unknown purpose '$1'; $usage" >&2
      return 2
      ;;
  esac
}

is_installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Its own messages go where its output goes; what remains on standard error is the question for a password.
apt_install='exec 2>&1 </dev/null
export DEBIAN_FRONTEND=noninteractive
apt-get -qq -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 update &&
apt-get -qq -y --no-install-recommends -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 install "$@"'

# Runs the installation as root. Without a terminal nobody can type a password, so only what needs none is tried.
install_as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    sh -c "$apt_install" apt "$@"
  elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    sudo sh -c "$apt_install" apt "$@"
  elif command -v pkexec >/dev/null && [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    pkexec sh -c "$apt_install" apt "$@"
  elif command -v su >/dev/null && [ -t 0 ]; then
    echo "Installing needs the password of root:" >&2
    su root -c "set -- $*; $apt_install"
  else
    return 1
  fi
}

list=
if [ "${1:-}" = --list ]; then
  list=yes
  shift
fi
[ $# -gt 0 ] || { echo "$usage" >&2; exit 2; }

wanted=
for purpose in "$@"; do
  names=$(packages_of "$purpose") || exit 2
  wanted="$wanted $names"
done
if [ -n "$list" ]; then
  printf '%s\n' $wanted
  exit 0
fi

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  echo "This is no Debian system: going on with what is installed. Needed are the equivalents of:$wanted" >&2
  exit 0
fi

missing=
for package in $wanted; do
  is_installed "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

set -- $missing
echo "Installing $# packages:$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! install_as_root "$@" >"$log"; then
  tail -n 20 "$log" >&2
  echo "packages.sh: could not install$missing;" \
    "run as root: apt-get install --no-install-recommends$missing" >&2
  exit 1
fi
