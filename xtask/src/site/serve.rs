//! A folder over HTTP, for this machine alone: enough for a browser that looks at the site.
//!
//! The servers in the register of packages are either no longer kept or far larger than what they
//! would replace here.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

/// How long a browser may take to ask.
const PATIENCE: Duration = Duration::from_secs(10);
/// The most bytes of a request.
const MOST: u64 = 16 << 10;

/// A server that was given a port.
pub(crate) struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Takes this port of this machine, or any free one for 0.
    pub(crate) fn bind(port: u16) -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", port))
            .with_context(|| format!("port {port} of this machine can not be used"))?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until the program ends.
    pub(crate) fn serve(&self, folder: &Path) -> Result<()> {
        let folder: Arc<Path> = folder.into();
        for stream in self.listener.incoming() {
            let (stream, folder) = match stream {
                Ok(stream) => (stream, Arc::clone(&folder)),
                // This one hung up before it was answered.
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => continue,
                Err(error) => return Err(error).context("no more requests can be taken"),
            };
            // Whoever hangs up in the middle of an answer has seen enough.
            thread::spawn(move || drop(answer(&stream, &folder)));
        }
        Ok(())
    }
}

fn answer(stream: &TcpStream, folder: &Path) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(stream.take(MOST));
    let mut line = String::new();
    reader.read_line(&mut line)?;
    // What else is asked is read, so that the answer is not cut off.
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        header.clear();
    }
    let (status, kind, body) = match file(&line, folder) {
        Ok((kind, body)) => ("200 OK", kind, body),
        Err(status) => (status, "text/plain", status.as_bytes().to_vec()),
    };
    let length = body.len();
    let mut stream = stream;
    write!(stream, "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n")?;
    stream.write_all(b"Cache-Control: no-store\r\nConnection: close\r\n\r\n")?;
    if !line.starts_with("HEAD ") {
        stream.write_all(&body)?;
    }
    stream.flush()
}

/// The file that a request asks for, and what it is; else the status that says why not.
fn file(line: &str, folder: &Path) -> std::result::Result<(&'static str, Vec<u8>), &'static str> {
    let mut words = line.split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if !["GET", "HEAD"].contains(&method) {
        return Err("405 Method Not Allowed");
    }
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let path = named(path).ok_or("400 Bad Request")?;
    let body = fs::read(folder.join(&path)).map_err(|_| "404 Not Found")?;
    Ok((kind(&path), body))
}

/// The file below the folder, if the path names nothing outside it.
fn named(path: &str) -> Option<PathBuf> {
    let path = path.strip_prefix('/')?;
    let is_plain = |part: &str| {
        let letters =
            part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
        letters && !part.is_empty() && !part.starts_with('.')
    };
    let path = if path.is_empty() || path.ends_with('/') {
        format!("{path}index.html")
    } else {
        path.to_owned()
    };
    path.split('/').all(is_plain).then(|| path.into())
}

fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_names_a_file_of_the_folder_or_nothing() {
        assert_eq!(named("/"), Some("index.html".into()));
        assert_eq!(named("/lessons/lifo.html"), Some("lessons/lifo.html".into()));
        for outside in ["", "x", "/../x", "/a/../x", "//etc/passwd", "/%2e%2e/x", "/.git", "/a\\b"]
        {
            assert_eq!(named(outside), None, "{outside}");
        }
    }

    #[test]
    fn what_is_served_is_what_lies_there() {
        let folder = std::env::temp_dir().join(format!("iocp-sim-serve-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("index.html"), "here").unwrap();
        let server = Server::bind(0).unwrap();
        let address = server.address();
        let served = folder.clone();
        thread::spawn(move || server.serve(&served));
        for (asked, begins, ends) in [
            ("GET / HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 200 OK", "here"),
            ("HEAD / HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK", "\r\n\r\n"),
            ("GET /none HTTP/1.1\r\n\r\n", "HTTP/1.1 404", "404 Not Found"),
            ("POST / HTTP/1.1\r\n\r\n", "HTTP/1.1 405", "Allowed"),
            ("\r\n\r\n", "HTTP/1.1 405", "Allowed"),
        ] {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
            stream.write_all(asked.as_bytes()).unwrap();
            let mut said = String::new();
            stream.read_to_string(&mut said).unwrap();
            assert!(said.starts_with(begins) && said.ends_with(ends), "{asked:?}: {said:?}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
